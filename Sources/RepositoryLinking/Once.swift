import Synchronization

/// A value that is made when somebody asks for it, and kept.
final class Once<Value: Sendable>: Sendable {
    private let known = Mutex<Value?>(nil)

    func value(_ make: () -> sending Value) -> Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}

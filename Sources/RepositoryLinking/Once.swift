import Synchronization

/// A value that is computed on first use, and kept.
///
/// Not copyable, and without an allocation of its own until it is asked for: each of thousands of
/// policies has several.
struct Once<Value: Sendable>: ~Copyable, Sendable {
    private final class Known: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let known = AtomicLazyReference<Known>()
    private let isMaking = Mutex(())

    func value(_ make: () -> Value) -> Value {
        // Without the lock once it is known: rules on all cores ask for some values of every file.
        if let known = known.load() { return known.value }
        return isMaking.withLock { _ in
            if let known = known.load() { return known.value }
            return known.storeIfNil(Known(make())).value
        }
    }
}

/// A moment, to the millisecond.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    package var secondsSince1970: Int64 { millisecondsSince1970 / 1000 }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// Seconds.
    package static func - (left: Timestamp, right: Timestamp) -> Double {
        Double(left.millisecondsSince1970 - right.millisecondsSince1970) / 1000
    }

    package static func + (left: Timestamp, seconds: Double) -> Timestamp {
        Timestamp(
            millisecondsSince1970: left.millisecondsSince1970 + Int64((seconds * 1000).rounded()))
    }
}

/// The time that the service lives by; tests move it.
package protocol ServiceClock: Sendable {
    var now: Timestamp { get }

    /// Returns at that time or later; throws if the task is cancelled.
    func sleep(until time: Timestamp) async throws(CancellationError)
}

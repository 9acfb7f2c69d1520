/// How many calls a receiver takes: many at once, fewer for long.
package struct CallRate: Hashable, Sendable {
    package var burst: Int
    package var perSecond: Double

    package init(burst: Int = 120, perSecond: Double = 20) {
        self.burst = burst
        self.perSecond = perSecond
    }
}

/// The calls that paths may still have: a token bucket for each.
///
/// Only paths that exist may be asked for, so it is as large as the table of receivers.
package struct CallAllowances: Sendable {
    private struct Bucket {
        var calls: Double
        /// In seconds since any fixed moment.
        var time: Double
    }

    private let rate: CallRate
    private var buckets: [ReceiverPath: Bucket] = [:]

    package init(_ rate: CallRate = CallRate()) {
        self.rate = rate
    }

    /// Takes one call at `time`, in seconds since any fixed moment; returns the whole seconds after
    /// which there is another one if there is none now.
    package mutating func take(_ path: ReceiverPath, at time: Double) -> Int? {
        var bucket = buckets[path] ?? Bucket(calls: Double(rate.burst), time: time)
        // A clock that is set back gives nothing, and takes nothing.
        let gained = max(0, time - bucket.time) * rate.perSecond
        bucket.calls = min(Double(rate.burst), bucket.calls + gained)
        bucket.time = time
        defer { buckets[path] = bucket }
        guard bucket.calls >= 1 else {
            let wait = ((1 - bucket.calls) / rate.perSecond).rounded(.up)
            return Int(min(max(1, wait), 3_600))
        }
        bucket.calls -= 1
        return nil
    }

    /// Forgets the paths that are no longer in a table.
    package mutating func keep(only table: ReceiverTable) {
        let paths = Set(table.receivers.compactMap(\.path))
        buckets = buckets.filter { paths.contains($0.key) }
    }
}

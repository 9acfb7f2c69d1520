/// Calls that one Receiver takes: a bucket of tokens that fills with time.
package struct CallBucket: Sendable {
    private let capacity: Double
    private let perSecond: Double
    private var level: Double
    private var filledAt: Double?

    package init(capacity: Int = 60, perSecond: Double = 5) {
        precondition(capacity > 0 && perSecond > 0)
        self.capacity = Double(capacity)
        self.perSecond = perSecond
        level = self.capacity
    }

    /// Takes a call; returns the seconds after which another is welcome if there are too many.
    package mutating func take(at seconds: Double) -> Int? {
        if let filledAt { level = min(capacity, level + max(0, seconds - filledAt) * perSecond) }
        // A clock that goes back fills nothing twice.
        filledAt = max(seconds, filledAt ?? seconds)
        guard level >= 1 else { return max(1, Int(((1 - level) / perSecond).rounded(.up))) }
        level -= 1
        return nil
    }
}

/// Remembers deliveries, so that repeats of authentic calls are answered and not acted on.
package struct DeliveryMemory: Sendable {
    private let limit: Int
    private let ageLimitSeconds: Double
    private var seen: Set<String> = []
    /// In the order of arrival; those before `first` are forgotten.
    private var order: [(key: String, seconds: Double)] = []
    private var first = 0

    package init(limit: Int = 10_000, ageLimitSeconds: Double = 3600) {
        precondition(limit > 0)
        self.limit = limit
        self.ageLimitSeconds = ageLimitSeconds
    }

    package var count: Int { seen.count }

    /// Whether the delivery is new, which is remembered.
    ///
    /// For authentic calls only, or strangers could push out what others have sent.
    package mutating func isNew(_ delivery: String, of receiver: String, at seconds: Double) -> Bool
    {
        while first < order.count, seconds - order[first].seconds > ageLimitSeconds { forget() }
        let key = "\(receiver) \(delivery)"
        guard seen.insert(key).inserted else { return false }
        order.append((key, seconds))
        if seen.count > limit { forget() }
        if first > limit {
            order.removeFirst(first)
            first = 0
        }
        return true
    }

    private mutating func forget() {
        seen.remove(order[first].key)
        first += 1
    }
}

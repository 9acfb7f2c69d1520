/// The deliveries that came within the last hour: senders send again what they believe lost.
struct DeliveryMemory: Sendable {
    struct Delivery: Hashable, Sendable {
        let receiver: ObjectKey
        let id: String
    }

    private var times: [Delivery: Timestamp] = [:]
    /// In the order in which they came.
    private var order: [Delivery] = []
    /// Where the oldest is in `order`.
    private var start = 0

    /// Notes a delivery, and returns whether it is not here yet.
    mutating func insert(
        _ delivery: Delivery, at time: Timestamp, _ limits: StateLimits
    ) -> Bool {
        removeExpired(at: time, limits)
        guard times[delivery] == nil else { return false }
        times[delivery] = time
        order.append(delivery)
        if order.count - start > limits.deliveryCount { removeOldest(limits) }
        return true
    }

    mutating func removeExpired(at time: Timestamp, _ limits: StateLimits) {
        while start < order.count, let oldest = times[order[start]],
            time - oldest > limits.deliveryAge
        {
            removeOldest(limits)
        }
    }

    private mutating func removeOldest(_ limits: StateLimits) {
        times[order[start]] = nil
        start += 1
        guard start > limits.deliveryCount else { return }
        order.removeFirst(start)
        start = 0
    }
}

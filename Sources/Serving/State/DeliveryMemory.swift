/// The ids of deliveries that came within the last hour: senders send again what they believe lost.
struct DeliveryMemory: Sendable {
    struct Delivery: Hashable, Sendable {
        let receiver: ObjectKey
        let id: String
    }

    private let limits: StateLimits
    private var times: [Delivery: Timestamp] = [:]
    /// In the order in which they came.
    private var order: [Delivery] = []
    /// Where the oldest is in `order`.
    private var start = 0

    init(_ limits: StateLimits) {
        self.limits = limits
    }

    mutating func isFirst(_ id: String, of receiver: ObjectKey, at time: Timestamp) -> Bool {
        guard id.utf8.count <= limits.deliveryLength else { return true }
        removeExpired(at: time)
        let delivery = Delivery(receiver: receiver, id: id)
        guard times[delivery] == nil else { return false }
        times[delivery] = time
        order.append(delivery)
        if order.count - start > limits.deliveryCount { removeOldest() }
        return true
    }

    mutating func removeExpired(at time: Timestamp) {
        while start < order.count, let oldest = times[order[start]],
            time - oldest > limits.deliveryAge
        {
            removeOldest()
        }
    }

    private mutating func removeOldest() {
        times[order[start]] = nil
        start += 1
        guard start > limits.deliveryCount else { return }
        order.removeFirst(start)
        start = 0
    }
}

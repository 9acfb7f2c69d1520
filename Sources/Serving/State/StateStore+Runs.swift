extension StateStore {
    package func record(_ run: RunRecord) {
        let run = run.bounded(by: limits)
        contents.runs[run.automation, default: []].append(run, keeping: limits.runCount)
        if run.commit != nil { contents.pushes[run.automation] = run }
        note {
            $0.runs.append(run)
            if run.commit != nil { $0.automations.insert(run.automation) }
        }
    }

    package func runs(of automation: ObjectKey, limit: Int) -> [RunRecord] {
        (contents.runs[automation] ?? []).suffix(min(limit, limits.runCount)).reversed()
    }

    package func lastPush(of automation: ObjectKey) -> RunRecord? { contents.pushes[automation] }

    package func record(_ call: CallRecord) {
        contents.calls[call.receiver, default: []].append(call, keeping: limits.callCount)
        contents.callCounts[call.receiver, default: 0] += 1
        note {
            $0.calls.append(call)
            $0.receivers.insert(call.receiver)
        }
    }

    package func calls(of receiver: ObjectKey, limit: Int) -> [CallRecord] {
        (contents.calls[receiver] ?? []).suffix(min(limit, limits.callCount)).reversed()
    }

    package func callCount(of receiver: ObjectKey) -> Int { contents.callCounts[receiver] ?? 0 }

    package func isFirst(
        delivery id: String, of receiver: ObjectKey, at time: Timestamp
    ) -> Bool {
        guard id.utf8.count <= limits.deliveryLength else { return true }
        let delivery = DeliveryMemory.Delivery(receiver: receiver, id: id)
        guard contents.deliveries.insert(delivery, at: time, limits) else { return false }
        note { $0.deliveries.append((delivery, time)) }
        return true
    }
}

extension Array {
    /// Drops the first ones in steps, so that not every element moves all others.
    fileprivate mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count >= 2 * limit { removeFirst(count - limit) }
    }
}

/// Bounds how many requests go to one host at a time.
actor HostSlots {
    private let limit: Int
    private var used: [WebHost: Int] = [:]
    private var queue: [(host: WebHost, id: Int, waiter: CheckedContinuation<Void, Never>)] =
        []
    private var nextID = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Runs `body` when a slot of the host is free.
    ///
    /// A cancelled task does not wait: its `body` runs, and is to find that out at once.
    nonisolated func withSlot<Value: Sendable>(
        of host: WebHost, _ body: @Sendable () async -> Value
    ) async -> Value {
        let isHeld = await acquire(host)
        let value = await body()
        if isHeld { await release(host) }
        return value
    }

    /// Whether a slot was had; false after cancellation.
    private func acquire(_ host: WebHost) async -> Bool {
        guard used[host, default: 0] >= limit else {
            used[host, default: 0] += 1
            return true
        }
        let id = nextID
        nextID += 1
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if Task.isCancelled {
                    waiter.resume()
                } else {
                    queue.append((host, id, waiter))
                }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        return granted.remove(id) != nil
    }

    /// The requests that got a slot while they waited.
    private var granted: Set<Int> = []

    /// Hands the slot to the request that waits longest.
    private func release(_ host: WebHost) {
        guard let index = queue.firstIndex(where: { $0.host == host }) else {
            used[host, default: 1] -= 1
            return
        }
        let next = queue.remove(at: index)
        granted.insert(next.id)
        next.waiter.resume()
    }

    private func cancel(_ id: Int) {
        guard let index = queue.firstIndex(where: { $0.id == id }) else { return }
        queue.remove(at: index).waiter.resume()
    }
}

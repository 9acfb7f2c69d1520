/// The changes that a database does not have yet: keys of values, and all that only grows.
struct StateChanges: Sendable {
    /// Images whose tags changed.
    var listings: Set<ImageKey> = []
    /// Images that were scanned and have the same tags.
    var scans: Set<ImageKey> = []
    var selections: Set<ObjectKey> = []
    /// Automations whose last push changed.
    var automations: Set<ObjectKey> = []
    /// Receivers whose count of calls changed.
    var receivers: Set<ObjectKey> = []
    var hosts: Set<String> = []
    var runs: [RunRecord] = []
    var calls: [CallRecord] = []
    var deliveries: [(delivery: DeliveryMemory.Delivery, time: Timestamp)] = []
    /// When what is too old is dropped.
    var trimTime: Timestamp?

    var isEmpty: Bool {
        listings.isEmpty && scans.isEmpty && selections.isEmpty && automations.isEmpty
            && receivers.isEmpty && hosts.isEmpty && runs.isEmpty && calls.isEmpty
            && deliveries.isEmpty && trimTime == nil
    }

    /// As many rows that only grow are kept while the database cannot be written.
    private static let growthLimit = 20_000

    /// Adds later changes.
    mutating func add(_ later: StateChanges) {
        listings.formUnion(later.listings)
        scans.formUnion(later.scans)
        selections.formUnion(later.selections)
        automations.formUnion(later.automations)
        receivers.formUnion(later.receivers)
        hosts.formUnion(later.hosts)
        runs = (runs + later.runs).suffix(Self.growthLimit)
        calls = (calls + later.calls).suffix(Self.growthLimit)
        deliveries = (deliveries + later.deliveries).suffix(Self.growthLimit)
        trimTime = later.trimTime ?? trimTime
    }
}

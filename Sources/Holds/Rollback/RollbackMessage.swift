import Configuration
import GitAccess

/// The message of the commit that rolls images back.
struct RollbackMessage {
    let restorations: [RollbackPlan.Restoration]
    let holds: [PlannedHold]
    let origins: [RollbackPlanner.Origin]
    let reason: String
    let until: CalendarDay?

    /// A subject, the reason, what is reverted where and what brought it, and what holds it.
    var text: String {
        ([subject, "", reason, ""] + origins.flatMap(account) + holdLines)
            .joined(separator: "\n") + "\n"
    }

    private var subject: String {
        let names = origins.map { String($0.image.split(separator: "/").last ?? "") }
        let targets = Set(restorations.map(\.new)).count
        guard names.count == 1, targets == 1, let new = restorations.first?.new else {
            return "Roll back \(names.joined(separator: ", "))"
        }
        return "Roll back \(names[0]) to \(new.split(separator: ":").last ?? "")"
    }

    private func account(of origin: RollbackPlanner.Origin) -> [String] {
        let own = restorations.filter { $0.image == origin.image }
        let lines = own.map { "  \($0.path):\($0.line): \($0.old) -> \($0.new)" }
        let brought = origin.commit.map {
            ["  brought by \($0.id.prefix(12)) \($0.subject)"]
        }
        return [origin.image] + lines + (brought ?? [])
    }

    private var holdLines: [String] {
        guard !holds.isEmpty else { return [] }
        let end = until.map { " until \($0)" } ?? ""
        return ["", "Held\(end):"] + holds.map { "  \($0.account)" }
    }
}

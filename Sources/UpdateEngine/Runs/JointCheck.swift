import GitAccess
import RepositoryCheck
import RepositoryLinking
import SourceText

/// What several automations would write to one commit, which a check has nothing against.
///
/// All of it together is what their branch comes to, so that none of them has to be checked alone:
/// that would take as long for each as for all.
struct JointCheck {
    private let origin: Snapshot.Origin
    private let contents: [String: [UInt8]]

    func covers(_ contents: [String: [UInt8]], of snapshot: Snapshot) -> Bool {
        snapshot.origin == origin && contents.allSatisfy { self.contents[$0.key] == $0.value }
    }

    fileprivate init(_ snapshot: Snapshot, _ contents: [String: [UInt8]]) {
        origin = snapshot.origin
        self.contents = contents
    }
}

extension AutomationRunner {
    /// Nil where there are not several, and where something is wrong: then each one tells its own.
    func jointCheck(
        of automations: [LinkedAutomation], in ground: UpdateGround, _ cache: RunCache
    ) async -> JointCheck? {
        guard automations.count > 1 else { return nil }
        var contents: [String: [UInt8]] = [:]
        var shared: Set<String> = []
        for automation in automations {
            guard let edits = try? await edits(of: automation, in: ground, cache) else { continue }
            shared.formUnion(edits.keys.filter { contents[$0] != nil })
            contents.merge(edits) { $1 }
        }
        contents = contents.filter { !shared.contains($0.key) }
        let errors = try? await check.newErrors(in: ground.marked, rewritingTo: contents)
        return errors?.isEmpty == true ? JointCheck(ground.snapshot, contents) : nil
    }

    /// The new bytes of files where the branch that is checked out is at HEAD; nil elsewhere.
    private func edits(
        of automation: LinkedAutomation, in ground: UpdateGround, _ cache: RunCache
    ) async throws -> [String: [UInt8]]? {
        let task = try AutomationTask(automation, in: ground.model, options)
        let tips = try cache.tips(of: task, at: branches(of: task, cache))
        guard let tip = task.checkout.branch.flatMap({ tips[$0] }),
            ground.snapshot.origin == .commit(tip)
        else {
            return nil
        }
        let scope = scope(of: automation, in: ground.model)
        let marked = scope.narrowed(ground.marked)
        return await UpdatePlan(
            of: marked, from: try await tags(marked).0, guards: [scope],
            workerCount: workerCount
        ).contents
    }
}

import CheckPipeline
import GitAccess
import RepositoryLinking
import SourceText

/// The changes of several automations to one commit, each planned once and all checked at once.
///
/// Their branch gets all changes together, so that one check serves for all of them.
struct JointCheck {
    private let origin: Snapshot.Origin
    /// By the numbers of the automations, which those of another commit may not have.
    fileprivate(set) var updates: [Int: CheckedUpdate] = [:]
    /// The contents that a check has accepted.
    fileprivate(set) var contents: [String: [UInt8]] = [:]

    fileprivate init(of ground: UpdateBase) {
        origin = ground.snapshot.origin
    }

    /// The update of an automation; nil if it was not planned.
    func update(
        by automation: LinkedAutomation, on ground: UpdateBase, declaredIn other: UpdateBase
    ) -> CheckedUpdate? {
        guard ground.snapshot.origin == origin, other.snapshot.origin == origin else { return nil }
        return updates[automation.number]
    }

    func covers(_ contents: [String: [UInt8]], of snapshot: Snapshot) -> Bool {
        snapshot.origin == origin && contents.allSatisfy { self.contents[$0.key] == $0.value }
    }

    /// The contents of files that only one automation writes.
    fileprivate var proposedContents: [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var shared: Set<String> = []
        for proposed in updates.values.map(\.proposal.contents) {
            shared.formUnion(proposed.keys.filter { contents[$0] != nil })
            contents.merge(proposed) { $1 }
        }
        return contents.filter { !shared.contains($0.key) }
    }
}

extension AutomationRunner {
    /// Nil where there are not several; where something is wrong, each one tells its own.
    func jointCheck(
        of automations: [LinkedAutomation], in ground: UpdateBase, _ cache: RunCache
    ) async -> JointCheck? {
        guard automations.count > 1 else { return nil }
        var joint = JointCheck(of: ground)
        for automation in automations {
            joint.updates[automation.number] = try? await update(by: automation, in: ground, cache)
        }
        let contents = joint.proposedContents
        let errors = try? await check.newErrors(in: ground.marked, rewritingTo: contents)
        if errors?.isEmpty == true { joint.contents = contents }
        return joint
    }

    /// The update if the branch that is checked out is at HEAD; nil otherwise.
    private func update(
        by automation: LinkedAutomation, in ground: UpdateBase, _ cache: RunCache
    ) async throws -> CheckedUpdate? {
        let task = try AutomationTask(automation, in: ground.model, options)
        let tips = try cache.tips(of: task, at: branches(of: task, cache))
        guard let tip = task.checkout.branch.flatMap({ tips[$0] }),
            ground.snapshot.origin == .commit(tip)
        else {
            return nil
        }
        return try await update(by: automation, on: ground, declaredIn: ground.model)
    }

    /// The update of an automation, as a model declares it.
    func update(
        by automation: LinkedAutomation, on ground: UpdateBase,
        declaredIn model: RepositoryModel
    ) async throws -> CheckedUpdate {
        let scope = scope(of: automation, in: model)
        let marked = scope.narrowed(ground.marked)
        let (source, failures) = try await tags(marked)
        return await CheckedUpdate(
            of: marked, from: source, failures: failures, guards: [scope],
            within: Guardrails(model.configuration, in: model, from: source, asking: inquiry),
            workerCount: workerCount)
    }
}

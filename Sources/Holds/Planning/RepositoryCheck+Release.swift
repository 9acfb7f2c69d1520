package import CheckPipeline
import Fixes
import Kustomize
import ManifestFacts
package import RepositoryLinking
import SourceText
import YAMLSyntax

/// A hold that was released in a draft.
package struct ReleasedHold: Sendable {
    private let hold: LinkedHold
    package let line: Int
    /// Whether the field was as the hold had left it, and is now as it was before.
    private let isRestored: Bool

    init(_ hold: LinkedHold, line: Int, isRestored: Bool) {
        self.hold = hold
        self.line = line
        self.isRestored = isRestored
    }

    package var path: String { hold.path }
    /// `NAMESPACE/NAME` of the object.
    package var name: String { hold.name }

    /// One clause, no full stop.
    package var account: String {
        let object = "\(hold.fact.holder.rawValue) `\(hold.name)`"
        guard isRestored else {
            return "\(object) has no hold any more; its field was changed meanwhile, and stays"
        }
        return switch hold.statement.measure {
        case .pin(_, let former): "\(object) has its range `\(former)` again"
        case .exclude(let tag, _): "\(object) no longer excludes `\(tag)`"
        case .suspend: "\(object) is resumed"
        }
    }
}

extension RepositoryCheck {
    /// Ends the holds of a policy or an image, newest first, and restores their fields.
    package func release(
        _ name: String, in draft: inout ManifestDraft
    ) async throws -> [ReleasedHold] {
        let model = try await model(of: draft.snapshot)
        let holds = try model.holds(named: name)
        var released: [ReleasedHold] = []
        for hold in holds {
            guard let place = model.place(of: hold) else { throw HoldError.layout(hold.path) }
            let isRestored = try await restore(hold, at: place, model, &draft)
            try draft.unannotate(place, from: hold.statement, role: model.role(of: place.path))
            released.append(
                ReleasedHold(hold, line: model.line(of: hold), isRestored: isRestored))
        }
        return released
    }

    /// Whether the field was still as the hold had left it.
    private func restore(
        _ hold: LinkedHold, at place: ObjectPlace, _ model: RepositoryModel,
        _ draft: inout ManifestDraft
    ) async throws -> Bool {
        let role = model.role(of: place.path)
        switch hold.statement.measure {
        case .pin(_, let former):
            guard hold.verdict == .holds else { return false }
            try draft.edit(place, role: role) { root, source in
                guard let range = root[path: "spec", "policy", "semver", "range"],
                    range.isPlainValue(in: source)
                else { return nil }
                return TextEdit(span: range.span, replacement: former)
            }
            return true
        case .exclude(let tag, let wasAbsent):
            let source = try draft.bytes(of: place.path)
            let root = try place.root(in: source, role: role)
            switch ExclusionEdits(root: root, source: source)
                .removing(tag, wasAbsent: wasAbsent)
            {
            case .edit(let edit): try draft.apply([edit], to: place.path)
            case .gone: return false
            case .impossible: throw HoldError.layout(place.path)
            }
            return true
        case .suspend(let former):
            guard hold.verdict == .holds else { return false }
            try await resume(hold, at: place, former: former, role, &draft)
            return true
        }
    }

    private func resume(
        _ hold: LinkedHold, at place: ObjectPlace, former: String?, _ role: FileRole,
        _ draft: inout ManifestDraft
    ) async throws {
        if let former {
            return try draft.edit(place, role: role) { root, source in
                guard let suspend = root[path: "spec", "suspend"],
                    suspend.isPlainValue(in: source)
                else { return nil }
                return TextEdit(span: suspend.span, replacement: former)
            }
        }
        let parts = hold.name.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { throw HoldError.layout(place.path) }
        let target = SuspensionPlan.Target(
            .update, namespace: String(parts[0]), name: String(parts[1]))
        let plan = try await plan(
            toSuspend: false, target, in: draft.snapshot, paths: ReportPaths([place.path]))
        try draft.replace(plan.path, with: plan.after)
    }
}

extension RepositoryModel {
    /// The holds of one object or image by its name, in the order of their files and lines.
    package func holds(named name: String) throws(HoldError) -> [LinkedHold] {
        let own = holds.filter { hold in
            hold.name == name || hold.policies.contains { $0.name == name }
        }
        if !own.isEmpty { return own }
        let images = Set(holds.flatMap { $0.policies.compactMap(\.imageName?.full) })
        guard let image = try ImageQuery(name).match(among: images) else {
            throw .notHeld(name)
        }
        return holds.filter { $0.policies.contains { $0.imageName?.full == image } }
    }
}

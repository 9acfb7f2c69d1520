import CheckPipeline
import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SemanticVersions
import SourceText
import TagPolicies
import YAMLSyntax

extension RepositoryCheck {
    /// Gives the policy's range the version of the good tag alone.
    func pin(
        _ policy: LinkedPolicy, at place: ObjectPlace, _ request: HoldRequest,
        _ model: RepositoryModel, _ draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        guard policy.isSemver else {
            throw HoldError.unsuited("`\(policy.name)` has no `semver` range that could be pinned")
        }
        guard let good = request.goodTag, let version = policy.version(of: good) else {
            throw HoldError.unsuited(
                "`\(policy.name)` cannot be pinned to `\(request.goodTag ?? "")`: it gives no "
                    + "version")
        }
        if request.badTags.contains(where: { policy.version(of: $0) == version }) {
            throw HoldError.unsuited(
                "`\(policy.name)` gives both tags the version `\(version)`, so no pin tells them "
                    + "apart")
        }
        let role = model.role(of: place.path)
        let former = model.holds.first {
            if case .pin = $0.statement.measure { model.place(of: $0) == place } else { false }
        }
        if let former { try draft.unannotate(place, from: former.statement, role: role) }
        var written = ""
        try draft.edit(place, role: role) { root, source in
            guard
                let range = root[path: "spec", "policy", "semver", "range"],
                range.isPlainValue(in: source)
            else { return nil }
            written = String(decoding: source[range.span.range], as: UTF8.self)
            return try range.edits(replacingTextBy: version).first
        }
        if case .pin(_, let scalar)? = former?.statement.measure { written = scalar }
        guard
            let statement = HoldStatement(
                .pin(tag: good, former: written), badTag: request.badTags.first,
                reason: request.reason, until: request.until?.description)
        else { throw HoldError.unwritableReason }
        try draft.annotate(place, with: statement, role: role)
        let after = try await self.model(of: draft.snapshot)
        try prove(statement, at: place, in: after)
        return PlannedHold(
            way: .pin, object: policy.name, path: place.path,
            line: after.hold(statement, at: place).map(after.line) ?? 1,
            account: "ImagePolicy `\(policy.name)` is pinned to `\(version)`",
            notes: [])
    }
}

extension LinkedPolicy {
    /// The version that the policy compares for a tag, in normal form; nil for none.
    fileprivate func version(of tag: String) -> String? {
        guard let policy = reading.policy else { return nil }
        let value = policy.filter.map { $0.value(of: tag) } ?? tag
        return value.flatMap { try? Version(candidate: $0) }?.canonicalText
    }
}

extension YAMLNode {
    /// Whether the value is one scalar of one line, with nothing that names or types it.
    func isPlainValue(in source: [UInt8]) -> Bool {
        kind == .scalar && textSpan != nil && !isAnchored(in: source)
            && !source[span.range].contains(0x0A)
    }
}

extension RepositoryModel {
    /// From 1.
    func line(of hold: LinkedHold) -> Int {
        LineIndex(file(at: hold.path)?.facts.source ?? []).lineNumber(at: hold.fact.span.lowerBound)
    }
}

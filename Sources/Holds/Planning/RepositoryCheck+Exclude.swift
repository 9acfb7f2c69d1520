import CheckPipeline
import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies
import YAMLSyntax

extension RepositoryCheck {
    /// Adds the bad tags to the exclusion list of the policy's ImageRepository.
    func exclude(
        _ policy: LinkedPolicy, at place: ObjectPlace, _ request: HoldRequest,
        _ model: RepositoryModel, _ draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        guard !request.badTags.isEmpty else {
            throw HoldError.unsuited(
                "an exclusion needs the tag that is to be kept away: --tag TAG")
        }
        let target = try policy.excludingRepository(in: model)
        let role = model.role(of: target.path)
        var statements: [HoldStatement] = []
        for tag in request.badTags.reversed() {
            let held = model.holds.contains {
                $0.statement.badTag == tag && model.place(of: $0) == target && $0.verdict == .holds
            }
            if held { continue }
            var wasAbsent = false
            try draft.edit(target, role: role) { root, source in
                let list = ExclusionEdits(root: root, source: source)
                wasAbsent = list.isAbsent
                return list.adding(tag)
            }
            guard
                let statement = HoldStatement(
                    .exclude(tag: tag, wasAbsent: wasAbsent), badTag: tag, reason: request.reason,
                    until: request.until?.description)
            else { throw HoldError.unwritableReason }
            try draft.annotate(target, with: statement, role: role)
            statements.append(statement)
        }
        let after = try await self.model(of: draft.snapshot)
        for statement in statements { try prove(statement, at: target, in: after) }
        try proveSelection(of: place, request, in: after)
        let name = policy.repositories.first?.name ?? ""
        return PlannedHold(
            way: .exclude, object: name, path: target.path,
            line: statements.last.flatMap { after.hold($0, at: target) }.map(after.line) ?? 1,
            account: "ImageRepository `\(name)` excludes " + request.badTags.quoted,
            notes: notes(on: policy, request, in: model))
    }

    /// Throws unless the policy as built keeps the good tag, and none of the bad ones.
    private func proveSelection(
        of place: ObjectPlace, _ request: HoldRequest, in model: RepositoryModel
    ) throws(HoldError) {
        for policy in model.policies(at: place) {
            let tags = request.badTags + (request.goodTag.map { [$0] } ?? [])
            guard let selection = policy.reading.selection(from: tags) else {
                throw .unproved("it is not known what the policy `\(policy.name)` selects")
            }
            guard selection.selected == request.goodTag else {
                throw .unproved(
                    selection.selected.map {
                        "the policy `\(policy.name)` would still select `\($0)`"
                    } ?? "the policy `\(policy.name)` does not admit `\(request.goodTag ?? "")`")
            }
        }
    }

    private func notes(
        on policy: LinkedPolicy, _ request: HoldRequest, in model: RepositoryModel
    ) -> [String] {
        let shared = model.policyLinks.policies.filter { other in
            other.name != policy.name
                && other.repositories.contains { repository in
                    policy.repositories.contains { $0.fact === repository.fact }
                } && request.badTags.contains { other.admits($0) == true }
        }
        let names = Set(shared.map(\.name)).sorted()
        let others = names.isEmpty ? [] : ["\(names.quoted) cannot select it any more, either"]
        return [
            "any other tag that `\(policy.name)` ranks above"
                + (request.goodTag.map { " `\($0)`" } ?? " the present one") + " is still selected"
        ] + others
    }
}

extension LinkedPolicy {
    /// The one declaration of the ImageRepository that the policy selects from.
    fileprivate func excludingRepository(
        in model: RepositoryModel
    ) throws(HoldError) -> ObjectPlace {
        let places = repositories.compactMap { repository in
            model.file(at: repository.fact.path).flatMap {
                ObjectPlace(of: repository.fact.fact.root, .repository, in: $0)
            }
        }
        guard let first = places.first else {
            throw .unsuited(
                "the ImageRepository of `\(name)` is not declared here, so nothing can be excluded")
        }
        guard Set(places).count == 1 else {
            throw .unsuited(
                "`\(name)` may select from several ImageRepositories, so no exclusion is certain")
        }
        return first
    }
}

extension [String] {
    /// In back-ticks, such as "`a`, `b` and `c`".
    var quoted: String {
        let words = map { "`\($0)`" }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

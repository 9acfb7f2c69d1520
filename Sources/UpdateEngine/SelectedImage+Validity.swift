import ImageReferences
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies

extension SelectedImage {
    /// Why no registry can have it: one clause, lower case, no full stop; nil if one can.
    var fault: String? {
        let reference = ImageReference(name, convention: .fluxRepository)
        if let problem = reference.problems.first {
            return "\(name.quoted) is not a valid image name: \(problem)"
        }
        if reference.isTemplated || !reference.tag.isAbsent || !reference.digest.isAbsent {
            return "`\(name)` is not the name of an image alone"
        }
        if !TagUniverse.contains(tag) {
            return
                "\(tag.quoted) is not a valid tag: a letter, a digit or `_` comes first, then at most "
                + "\(TagUniverse.maximumLength - 1) of these, `.` and `-`"
        }
        if let digest, Digest(digest) == nil { return "\(digest.quoted) is not a valid digest" }
        return nil
    }

    /// Why the policies of the repository do not select this image; nil where one of them may.
    ///
    /// A cluster lags behind its repository, and may never have got what is there.
    func refusal(by policies: [LinkedPolicy], in model: RepositoryModel) -> String? {
        var first: String?
        for policy in policies {
            guard let reason = refusal(by: policy, in: model) else { return nil }
            first = first ?? reason
        }
        return first
    }

    private func refusal(by policy: LinkedPolicy, in model: RepositoryModel) -> String? {
        // What was dumped from a cluster may lack it, and then decides nothing.
        if case .absent = policy.object.field("spec") { return nil }
        let images = policy.repositories.map(\.image)
        if !images.isEmpty, !images.contains(nil), !images.contains(name) {
            let known = Set(images.compactMap(\.self)).sorted().map { "`\($0)`" }
            return "in this repository the policy `\(policy.name)` is for "
                + "\(known.joined(separator: " or ")), not for `\(name)`"
        }
        let choice = model.choice(of: policy, from: [tag])
        // What is suspended keeps what it selected, and that is written.
        if case .blocked(let obstacle) = choice.readiness {
            return "in this repository the policy `\(policy.name)` selects nothing: "
                + obstacle.reason
        }
        guard let selection = choice.selection, selection.selected != tag else { return nil }
        return "in this repository the policy `\(policy.name)` never selects `\(tag)`: "
            + policy.words(for: selection)
    }
}

extension LinkedPolicy {
    /// Why nothing was selected from one tag.
    fileprivate func words(for selection: Selection) -> String {
        guard let verdict = selection.verdicts.first, let policy = reading.policy else {
            return selection.failure?.description ?? "it is not admitted"
        }
        let reason = policy.reason(for: verdict)
        return verdict.fate == .notMatched ? "it \(reason)" : reason
    }
}

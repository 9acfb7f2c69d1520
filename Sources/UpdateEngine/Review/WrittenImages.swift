import CheckPipeline
import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText
import TagSnapshots

/// The images that a change writes at the markers of one file, each as its policies judge it.
struct WrittenImages {
    /// The markers of one policy in one object: together they write one image.
    private struct Key: Hashable {
        let policy: String
        let object: ObjectIdentity?
    }

    private let values: WrittenValues
    private let model: RepositoryModel
    /// The values after the change.
    private var parts: [Key: [SetterMarker.Field: Set<String>]] = [:]

    init(_ values: WrittenValues, of file: MarkedFile, in model: RepositoryModel) {
        self.values = values
        self.model = model
        for (marker, _) in file.markers {
            guard let setter = marker.obeyedSetter, let target = marker.target else { continue }
            let text = values.texts[marker.span.lowerBound] ?? target.text
            let key = Key(policy: setter.policy, object: marker.object)
            parts[key, default: [:]][setter.field, default: []].insert(text)
        }
    }

    /// The image of a marker if all of its policies admit it; what stays as it is was not asked for.
    func latest(
        _ marker: MarkerFact, _ setter: SetterMarker, _ policies: [LinkedPolicy]
    ) -> LatestImage {
        guard let target = marker.target,
            let text = values.texts[marker.span.lowerBound] ?? marker.target?.text
        else { return .none("it is beside no value") }
        let isChanged = text != target.text
        let name = "`\(setter.namespace)/\(setter.name)`"
        guard let image = image(at: marker, setter, text, policies) else {
            return isChanged
                ? .refused("nothing here tells which tag of which image `\(text)` belongs to")
                : .none("nothing is written here")
        }
        // What an update did not write, it need not defend.
        guard isChanged else {
            return image.text(of: setter.field) == text
                ? .selected(image, by: "it stands there") : .none("nothing is written here")
        }
        if policies.isEmpty {
            return .refused(
                "the policy \(name) is not declared in this repository, and nothing else tells "
                    + "whether it selects `\(image.tag)`")
        }
        if let reason = image.fault { return .refused(reason) }
        for policy in policies {
            if let reason = refusal(of: image, by: policy) { return .refused(reason) }
        }
        guard image.text(of: setter.field) == text else {
            return .refused(
                "Flux would write `\(image.text(of: setter.field))` here, not `\(text)`")
        }
        return .selected(image, by: "\(name) admits it")
    }

    /// Nil where the values do not tell a tag, or no image.
    private func image(
        at marker: MarkerFact, _ setter: SetterMarker, _ text: String, _ policies: [LinkedPolicy]
    ) -> SelectedImage? {
        let others = parts[Key(policy: setter.policy, object: marker.object)] ?? [:]
        func only(_ field: SetterMarker.Field) -> String? {
            let texts = others[field] ?? []
            return texts.count == 1 ? texts.first : nil
        }
        let whole =
            setter.field == .image ? SelectedImage(text) : only(.image).map { SelectedImage($0) }
        let tag = setter.field == .tag ? text : whole?.tag ?? only(.tag)
        let name = setter.field == .name ? text : whole?.name ?? only(.name) ?? imageName(policies)
        guard let tag, !tag.isEmpty, let name else { return nil }
        let digest =
            switch setter.field {
            case .digest: text.isEmpty ? nil : text
            case .image: whole?.digest
            case .tag, .name: whole?.digest ?? only(.digest)
            }
        return SelectedImage(name: name, tag: tag, digest: digest)
    }

    /// The image of the policies, as their ImageRepositories have it.
    private func imageName(_ policies: [LinkedPolicy]) -> String? {
        let names = Set(policies.flatMap(\.repositories).map(\.image))
        return names.count == 1 ? names.first ?? nil : nil
    }

    /// Why one policy does not select an image, or is not known to.
    private func refusal(of image: SelectedImage, by policy: LinkedPolicy) -> String? {
        let choice = model.choice(of: policy, from: [image.tag])
        switch choice.readiness {
        case .selects: break
        case .suspended(let obstacle):
            return "the policy `\(policy.name)` selects nothing new: \(obstacle.reason)"
        case .blocked(let obstacle):
            return "the policy `\(policy.name)` selects nothing: \(obstacle.reason)"
        case .open(let reason):
            return "it is not known what the policy `\(policy.name)` selects: \(reason)"
        }
        if let reason = image.refusal(by: [policy], in: model) { return reason }
        if case .unknown(let name, let reason) = policy.admission(of: image.tag) {
            return "whether the policy `\(name)` selects `\(image.tag)` is not known: \(reason)"
        }
        if policy.imageName == nil {
            return "the repository leaves the image of the policy `\(policy.name)` open"
        }
        return digestRefusal(of: image, by: policy) ?? listRefusal(of: image, by: policy)
    }

    private func digestRefusal(of image: SelectedImage, by policy: LinkedPolicy) -> String? {
        switch (policy.reflectsDigest, image.digest) {
        case (nil, _): "whether the policy `\(policy.name)` reflects a digest is not known"
        case (false?, let digest?):
            "the policy `\(policy.name)` reflects no digest, and `\(digest)` stands there"
        case (true?, nil):
            "the policy `\(policy.name)` reflects a digest, and `\(image.tag)` stands there without"
        case (false?, nil), (true?, _?): nil
        }
    }

    /// By the tags of registries, where they are at hand.
    private func listRefusal(of image: SelectedImage, by policy: LinkedPolicy) -> String? {
        guard let name = policy.imageName,
            let listed = model.tags.image(canonicalName: name.canonical)
        else { return nil }
        guard listed.tags.contains(image.tag) else {
            return "`\(image.tag)` is not among the tags that were listed of `\(name.full)`"
        }
        guard let digest = image.digest, let known = listed.digests[image.tag], known != digest
        else { return nil }
        return "`\(image.tag)` was listed with `\(known)`, not with `\(digest)`"
    }
}

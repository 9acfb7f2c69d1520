import GoTemplates
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import TagPolicies
import UpdateEngine

/// The changes of an automation if each policy selected a tag that is not deployed yet.
package struct SampleChanges {
    /// The tag of a policy of which the repository does not tell enough.
    private static let anyTag = "sample"
    private static let digest =
        "sha256:" + String(repeating: "0123456789abcdef", count: 4)

    private let automation: LinkedAutomation
    private let model: RepositoryModel
    /// By the policy's place among those of the model.
    private var tags: [Int: String] = [:]

    init(of automation: LinkedAutomation, in model: RepositoryModel) {
        self.automation = automation
        self.model = model
    }

    /// By path from the automation's directory; objects are in the order of their markers.
    mutating func files() -> [String: [CommitData.ObjectChanges]] {
        var files: [String: [CommitData.ObjectChanges]] = [:]
        for marker in model.markers {
            guard let setter = marker.fact.liveSetter, isCovered(setter, at: marker.path),
                let changes = changes(at: marker, setter)
            else { continue }
            files[automation.messagePath(of: marker.path), default: []].append(changes)
        }
        return files
    }

    private func isCovered(_ setter: SetterMarker, at path: String) -> Bool {
        switch model.automations.verdict(on: setter, at: path, by: automation) {
        case .writes, .suspended, .unknown: true
        case .otherNamespace, .otherRepository, .outside, .unselected: false
        }
    }

    /// Nil where the value stays what it is.
    private mutating func changes(
        at marker: Placed<MarkerFact>, _ setter: SetterMarker
    ) -> CommitData.ObjectChanges? {
        let policy = model.policyLinks.policies(of: marker).first
        let tag = policy.map { sampleTag(of: $0) } ?? Self.anyTag
        let image = policy.flatMap { WrittenValue(of: $0, in: .name, tag: tag).text }
        let digest = policy.flatMap {
            WrittenValue(of: $0, in: setter.field, tag: tag).reflectsDigest == true
                ? Self.digest : nil
        }
        guard let target = marker.fact.target else { return nil }
        let reference = (image ?? target.text.name) + ":\(tag)" + (digest.map { "@\($0)" } ?? "")
        let value =
            switch setter.field {
            case .image: reference
            case .tag: tag
            case .name: image ?? target.text
            case .digest: digest ?? ""
            }
        guard value != target.text else { return nil }
        let object = marker.fact.object
        return CommitData.ObjectChanges(
            object: CommitData.Object(
                apiVersion: object?.apiVersion ?? "", kind: object?.kind ?? "",
                namespace: object?.namespace ?? "", name: object?.name ?? ""),
            changes: [
                CommitData.Change(oldValue: target.text, newValue: value, setter: setter.text)
            ],
            images: [CommitData.Image(reference, policy: (setter.namespace, setter.name))])
    }

    /// A short tag that the policy can select and no marker has; the same for all its markers.
    private mutating func sampleTag(of policy: LinkedPolicy) -> String {
        if let tag = tags[policy.number] { return tag }
        let deployed = Set(model.policyLinks.deployedTags(of: policy))
        let tag = sample(of: policy, besides: deployed)
        tags[policy.number] = tag
        return tag
    }

    private func sample(of policy: LinkedPolicy, besides deployed: Set<String>) -> String {
        if case .found(let tag) = policy.sample, !deployed.contains(tag) { return tag }
        guard let language = policy.language else { return Self.anyTag }
        let samples = LanguageSketch(of: language.candidates, where: language.contains).samples
        return samples.first { !deployed.contains($0) } ?? Self.anyTag
    }
}

extension AutomationMessage {
    /// The changes at the repository's markers if each policy selected another tag.
    func sample(in model: RepositoryModel) -> CommitData {
        var changes = SampleChanges(of: automation, in: model)
        return CommitData(
            automationNamespace: namespace, automationName: name, files: changes.files(),
            values: values)
    }
}

extension String {
    /// The part before the tag and the digest of a reference.
    fileprivate var name: String {
        let path = prefix { $0 != "@" }
        guard let colon = path.lastIndex(of: ":"), !path[colon...].contains("/") else {
            return String(path)
        }
        return String(path[..<colon])
    }
}

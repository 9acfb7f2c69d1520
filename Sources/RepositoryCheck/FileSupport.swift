import ManifestFacts
import YAMLSyntax

/// What some files give that findings in others depend on.
struct FileSupport {
    /// The names of the ImagePolicies they declare.
    private(set) var policies: Set<String> = []
    /// What else silences findings elsewhere: the names of overridden images, the prefixes and
    /// suffixes of kustomizations, and policies that templates make.
    private var silencers: Set<String> = []
    /// Whether they declare policies, or what other files make of policies.
    private(set) var decidesPolicies = false
    /// The policies that their markers name.
    private var named: Set<String> = []

    init(of facts: SnapshotFacts) {
        for case .success(let file) in facts.files.map(\.content) {
            policies.formUnion(file.policies.compactMap(\.object.identity.name))
            if !file.policies.isEmpty || !file.repositories.isEmpty
                || !file.fluxKustomizations.isEmpty || file.kustomization?.hasPatches == true
            {
                decidesPolicies = true
            }
            named.formUnion(file.markers.compactMap(\.liveSetter?.name))
            silencers.formUnion(file.templatedPolicyNames.map { "template \($0)" })
            for image in file.images {
                guard let name = image.overriddenName?.text else { continue }
                if !image.tag.isAbsent || !image.digest.isAbsent {
                    silencers.insert("image \(name)")
                }
            }
            if let prefix = file.kustomization?.namePrefix {
                silencers.insert("prefix \(prefix.text)")
            }
            if let suffix = file.kustomization?.nameSuffix {
                silencers.insert("suffix \(suffix.text)")
            }
        }
    }

    /// Whether nothing is lost where these files stand in for `other`.
    func covers(_ other: FileSupport) -> Bool {
        policies.isSuperset(of: other.policies) && silencers.isSuperset(of: other.silencers)
    }

    var missingPolicies: Set<String> { named.subtracting(policies) }
}

extension KustomizationFact {
    fileprivate var hasPatches: Bool {
        ["patches", "patchesJson6902", "patchesStrategicMerge"].contains { root[$0] != nil }
    }
}

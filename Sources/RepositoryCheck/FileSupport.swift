import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// What some files give that findings in others depend on, and what they need themselves.
struct FileSupport {
    /// The policies that markers name which `former` lacks, and that dead ones mean.
    let named: Set<SetterMarker>
    private let markers: Set<LiveMarker>
    /// Images that may be patches of others.
    private let pins: Set<Pin>

    /// - Parameter former: The files that these stand in for; what both hold alike needs nothing.
    init(of facts: SnapshotFacts, instead former: FileSupport? = nil) {
        let files = facts.files.compactMap { try? $0.content.get() }
        markers = Set(files.flatMap { LiveMarker.markers(in: $0.facts, at: $0.path) })
        let dead = files.flatMap(\.facts.markers).filter { $0.liveSetter == nil }
        named = Set(markers.subtracting(former?.markers ?? []).map(\.setter))
            .union(dead.compactMap(\.meantSetter))
        pins = Set(files.flatMap { file in file.facts.images.map { Pin($0, at: file.path) } })
    }

    /// Whether findings in other files stay as they are where these files stand in for `other`; the
    /// files may not change others by themselves.
    func leavesOthersAlone(replacing other: FileSupport) -> Bool {
        pins.isSuperset(of: other.pins)
            && Set(markers.map(\.setter)).isSuperset(of: other.markers.map(\.setter))
    }

    /// Those of the files that say something about these: all but policies of other names.
    func relevant(_ links: SnapshotFacts) -> SnapshotFacts {
        let names = Set(named.map(\.name))
        return SnapshotFacts(
            files: links.files.filter { file in
                guard let facts = try? file.content.get().facts, facts.declaresOnlyPolicies else {
                    return true
                }
                return facts.policies.contains { policy in
                    guard let name = policy.object.identity.name else { return false }
                    return names.contains(name) || !NamePattern.isLiteral(name)
                }
            }, fileCount: links.fileCount)
    }

    /// Whether every policy that is named is there for certain.
    func isDeclared(in model: RepositoryModel) -> Bool {
        named.allSatisfy { setter in
            model.policies.answer(namespace: setter.namespace, name: setter.name) == .declared
        }
    }
}

extension SnapshotFacts {
    /// Whether one of the files may change what others mean, whatever else they hold.
    var mayChangeOthers: Bool {
        files.contains { file in
            guard let facts = try? file.content.get().facts else { return false }
            return facts.declaresLinks || facts.objects.isEmpty || facts.patchesWithoutImages
        }
    }
}

/// A marker that Flux obeys, with all that is held against its policy and its automations.
private struct LiveMarker: Hashable {
    let setter: SetterMarker
    let path: String
    let object: ObjectIdentity?
    let text: String
    let plainType: PlainScalarType?
    let isTagAlone: Bool
    /// The images that the marker's scalar is a part of.
    let images: [String]

    static func markers(in facts: FileFacts, at path: String) -> [LiveMarker] {
        facts.markers.compactMap { marker in
            guard let setter = marker.liveSetter, let target = marker.target else { return nil }
            return LiveMarker(
                setter: setter, path: path, object: marker.object, text: target.text,
                plainType: target.plainType, isTagAlone: target.isTagAlone,
                images: facts.images.filter { $0.scalars.contains(target.span) }.map(\.text))
        }
    }
}

/// An image by what it could pin in another file.
private struct Pin: Hashable {
    let path: String
    let object: ObjectIdentity?
    let name: String?
    let hasTag: Bool
    let hasDigest: Bool

    init(_ image: ImageFact, at path: String) {
        self.path = path
        object = image.object
        name = image.repository.text
        hasTag = !image.tag.isAbsent
        hasDigest = !image.digest.isAbsent
    }
}

extension FileFacts {
    /// Whether it may be a patch that changes images of other files without naming any: one that
    /// removes something, or a part of a HelmRelease whose values are no image by themselves.
    fileprivate var patchesWithoutImages: Bool {
        if holds("$patch") { return true }
        guard objects.contains(where: { $0.identity.kind == "HelmRelease" }), !holds("chart")
        else { return false }
        let words = ["mage", "epository", "egistry", "igest", "tag"]
        return holds("null") || holds(": ~") || images.isEmpty && words.contains(where: holds)
    }

    private func holds(_ word: String) -> Bool { source.contains(word: Array(word.utf8)) }

    /// Whether other files may mean something else because of this one.
    fileprivate var declaresLinks: Bool {
        !policies.isEmpty || declaresLinksBesidePolicies
    }

    fileprivate var declaresOnlyPolicies: Bool {
        !policies.isEmpty && !declaresLinksBesidePolicies
    }

    private var declaresLinksBesidePolicies: Bool {
        role == .kustomization || isTransformer || !repositories.isEmpty || !automations.isEmpty
            || !fluxKustomizations.isEmpty || !gitRepositories.isEmpty || !settings.isEmpty
            || !namespaces.isEmpty || !secrets.isEmpty || !helmReleases.isEmpty || mayHoldValues
            || !tagSetters.isEmpty || !templatedPolicyNames.isEmpty
            || !templatedRepositoryNames.isEmpty
            || mentionsOtherPolicies
    }

    /// Whether a kustomization may run it on what others declare.
    private var isTransformer: Bool {
        objects.contains { $0.identity.apiVersion == "builtin" }
    }

    /// Whether HelmReleases may take values from it: a ConfigMap whose keys are no variables.
    private var mayHoldValues: Bool {
        settings.isEmpty && objects.contains { $0.identity.kind == "ConfigMap" }
    }

    /// Whether it names policies beside those of its live markers, which keeps them in use.
    private var mentionsOtherPolicies: Bool {
        let live = Set(markers.compactMap(\.liveSetter?.text))
        return mentionedPolicies.contains { !live.contains($0) }
    }
}

import ManifestFacts
import RepositoryLinking

/// What some files give that findings in others depend on, and what they need themselves.
struct FileSupport {
    /// The policies that their markers name.
    let named: Set<SetterMarker>
    private let changesLinks: Bool

    init(of facts: SnapshotFacts) {
        let files = facts.files.compactMap { try? $0.content.get() }
        named = Set(files.flatMap { $0.markers.compactMap(\.liveSetter) })
        changesLinks = files.contains { $0.declaresLinks || $0.objects.isEmpty }
    }

    /// Whether findings in other files stay as they are where these files stand in for `other`.
    func leavesOthersAlone(replacing other: FileSupport) -> Bool {
        !changesLinks && !other.changesLinks && named.isSuperset(of: other.named)
    }

    /// Those of the files that say something about these: all but policies of other names.
    func relevant(_ links: SnapshotFacts) -> SnapshotFacts {
        let names = Set(named.map(\.name))
        return SnapshotFacts(
            files: links.files.filter { file in
                guard case .success(let facts) = file.content, facts.declaresOnlyPolicies else {
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

extension FileFacts {
    /// Whether other files may mean something else because of this one.
    fileprivate var declaresLinks: Bool {
        !policies.isEmpty || declaresLinksBesidePolicies
    }

    fileprivate var declaresOnlyPolicies: Bool {
        !policies.isEmpty && !declaresLinksBesidePolicies
    }

    private var declaresLinksBesidePolicies: Bool {
        role == .kustomization || !repositories.isEmpty || !automations.isEmpty
            || !fluxKustomizations.isEmpty || !gitRepositories.isEmpty || !settings.isEmpty
            || !namespaces.isEmpty || !secrets.isEmpty
            || !templatedPolicyNames.isEmpty || !templatedRepositoryNames.isEmpty
            || mentionsOtherPolicies
    }

    /// Whether it names policies beside those of its live markers, which keeps them in use.
    private var mentionsOtherPolicies: Bool {
        let live = Set(markers.compactMap(\.liveSetter?.text))
        return mentionedPolicies.contains { !live.contains($0) }
    }
}

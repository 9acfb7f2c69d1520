import ManifestFacts

/// What some files give that findings in others depend on.
struct FileSupport {
    private let changesLinks: Bool
    /// The policies that their markers name.
    private let named: Set<SetterMarker>

    init(of facts: SnapshotFacts) {
        let files = facts.files.compactMap { file in
            if case .success(let facts) = file.content { facts } else { nil }
        }
        named = Set(files.flatMap { $0.markers.compactMap(\.liveSetter) })
        changesLinks = files.contains { $0.changesLinks }
    }

    /// Whether findings in other files stay as they are where these files stand in for `other`.
    func leavesOthersAlone(replacing other: FileSupport) -> Bool {
        !changesLinks && !other.changesLinks && named.isSuperset(of: other.named)
    }
}

extension FileFacts {
    fileprivate var changesLinks: Bool {
        // A text without objects may be a patch.
        role == .kustomization || objects.isEmpty || !policies.isEmpty || !repositories.isEmpty
            || !automations.isEmpty || !fluxKustomizations.isEmpty || !gitRepositories.isEmpty
            || !settings.isEmpty || !templatedPolicyNames.isEmpty
    }
}

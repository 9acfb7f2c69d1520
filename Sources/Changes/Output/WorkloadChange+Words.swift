import RepositoryLinking

extension WorkloadChange {
    /// One sign for people.
    var sign: String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        case .updater: "↻"
        case .unknown: "?"
        }
    }

    /// `KIND NAMESPACE/NAME`.
    var workloadWords: String {
        let name = (workload.namespace.map { "\($0)/" } ?? "") + workload.name
        return workload.kind.isEmpty ? name : "\(workload.kind) \(name)"
    }

    var clusterWords: String { workload.cluster.isEmpty ? "." : workload.cluster }

    /// The image's registry and path, before and after where they differ.
    var nameWords: String {
        change(from: former?.version.nameWords, to: latter?.version.nameWords)
    }

    /// Tag and digest, before and after.
    var versionWords: String {
        guard let former else { return latter?.version.words ?? "" }
        guard let latter else { return former.version.words }
        let words = (former.version.words, latter.version.words)
        return kind == .unknown
            ? "what is written changes: \(words.1)" : change(from: words.0, to: words.1)
    }

    /// The places that decide, after the change, or before for an image that goes.
    var originWords: String { current?.origins.first.map(\.words) ?? "" }

    var updaterWords: String {
        change(from: former?.updater.words, to: latter?.updater.words)
    }

    private func change(from old: String?, to new: String?) -> String {
        guard let old, let new, old != new else { return new ?? old ?? "" }
        return "\(old) → \(new)"
    }
}

extension WorkloadChange.Origin {
    /// As in "images entry apps/web/kustomization.yaml:7".
    var words: String { "\(origin.words) \(place)" }
}

extension ImageOrigin {
    var words: String {
        switch self {
        case .manifest: "manifest"
        case .patch: "patch"
        case .entry: "images entry"
        case .values: "values"
        case .marker: "marker"
        }
    }
}

extension WorkloadChange.Updater {
    var words: String {
        switch self {
        case .nobody: "nobody"
        case .variable: "a variable"
        case .input: "an input of its ResourceSet"
        case .policies(let words, let automations, _):
            automations.isEmpty ? words : "\(words) by \(automations.joined(separator: ", "))"
        }
    }
}

extension WorkloadImage.Version {
    var nameWords: String { image.name ?? "(filled in)" }

    /// `tag@digest` with the digest cut short, or why there is none.
    var words: String {
        if case .unknown(_, let reason) = self { return "(not known: \(reason))" }
        let tag =
            switch image.tag {
            case .known(let text): text
            case .open: "(filled in)"
            case .absent: image.digest == .absent ? "(no tag)" : ""
            }
        let digest =
            switch image.digest {
            case .known(let text): "@\(text.prefix(19))"
            case .open: "@(filled in)"
            case .absent: ""
            }
        return tag + digest
    }
}

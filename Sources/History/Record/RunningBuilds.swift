package import Configuration

/// The builds of an image that run somewhere at one time.
package struct RunningBuilds: Codable, Hashable, Sendable {
    /// Ascending, each once.
    package let artifacts: [Artifact]
    /// Whether something that is not known runs as well: a variable or a chart fills it in.
    package let hasOpen: Bool

    init(artifacts: [Artifact] = [], hasOpen: Bool = false) {
        self.artifacts = artifacts
        self.hasOpen = hasOpen
    }

    package var isEmpty: Bool { artifacts.isEmpty && !hasOpen }

    /// The builds, with `(filled in)` for what is not known.
    package var words: String {
        let words = artifacts.map(\.words) + (hasOpen ? ["(filled in)"] : [])
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }
}

extension Artifact {
    /// The tag, and the beginning of the digest.
    package var words: String {
        let digest = digest.map { digest in
            let parts = digest.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0]):\(parts[1].prefix(12))" : digest
        }
        return [tag, digest].compactMap(\.self).joined(separator: "@")
    }
}

extension Artifact: Comparable {
    package static func < (left: Artifact, right: Artifact) -> Bool {
        (left.tag ?? "", left.digest ?? "") < (right.tag ?? "", right.digest ?? "")
    }
}

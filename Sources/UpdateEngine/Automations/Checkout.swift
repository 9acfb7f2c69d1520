import GitAccess
import SemanticVersions

/// The branch, tag or commit that an automation checks out.
package enum Checkout: Hashable, Sendable {
    case branch(String)
    /// By its full name, as in `refs/tags/v1` and `refs/pull/1/head`.
    case reference(String)
    /// By its full id.
    case commit(String)
    /// The newest tag within a range of versions.
    case version(String)

    /// Nil for what does not move by itself.
    package var branch: String? {
        if case .branch(let name) = self { name } else { nil }
    }

    /// Reads a member of a `ref` that is stronger than `branch`; nil for what names nothing.
    init?(member: String, _ text: String) {
        switch member {
        case "commit" where [40, 64].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit):
            self = .commit(text.lowercased())
        case "name" where text.hasPrefix(Self.branches): self = .branch(String(text.dropFirst(11)))
        case "name" where text.hasPrefix("refs/"): self = .reference(text)
        case "tag": self = .reference("refs/tags/\(text)")
        case "semver" where (try? VersionConstraint(text)) != nil: self = .version(text)
        default: return nil
        }
        if case .reference(let name) = self, !BranchMove.isBranch(String(name.dropFirst(5))) {
            return nil
        }
    }

    private static let branches = "refs/heads/"
}

extension Checkout: CustomStringConvertible {
    /// The name, as in "there is no …".
    package var description: String {
        switch self {
        case .branch(let name): "branch `\(name)`"
        case .reference(let name) where name.hasPrefix("refs/tags/"):
            "tag `\(name.dropFirst("refs/tags/".count))`"
        case .reference(let name): "reference `\(name)`"
        case .commit(let id): "commit `\(id)` on a branch"
        case .version(let range): "tag within `\(range)`"
        }
    }
}

extension BranchStore {
    /// The commit of what is checked out, brought here; nil where there is none.
    func commit(of checkout: Checkout) throws -> String? {
        switch checkout {
        case .branch(let name): return try tips(of: [name])[name]
        case .reference(let name): return try commit(ofReference: name)
        case .commit(let id): return try holds(commit: id) ? id : nil
        case .version(let range):
            let newest = try Self.newest(within: VersionConstraint(range), of: tags())
            let commits = try newest.map { try commit(ofReference: "refs/tags/\($0)") }
            guard Set(commits).count <= 1 else { throw AutomationObstacle.severalTags(newest) }
            return commits.first ?? nil
        }
    }

    /// The tags of the highest version, which may be several: `v1.0.0` and `1.0.0`.
    ///
    /// Flux takes the one whose commit is youngest.
    ///
    /// Source: fluxcd/pkg, `git/gogit/clone.go`, `cloneSemVer`.
    private static func newest(within range: VersionConstraint, of tags: [String]) -> [String] {
        let candidates = tags.sorted().compactMap { tag -> (tag: String, rank: Precedence)? in
            guard let version = try? Version(candidate: tag), range.isSatisfied(by: version)
            else { return nil }
            return (tag, version.precedence)
        }
        let highest = candidates.map(\.rank).max()
        return candidates.filter { $0.rank == highest }.map(\.tag)
    }
}

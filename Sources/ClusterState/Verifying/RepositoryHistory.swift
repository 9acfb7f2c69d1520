import ImageReferences
import ManifestFacts
import RepositoryLinking

/// The history of the commit that is verified.
package protocol RepositoryHistory {
    /// The commits that changed a file, newest first; only the newest ones of very many.
    ///
    /// The error is one clause.
    func changes(of path: String) -> Result<[String], HistoryFailure>

    /// The bytes of a file in a commit; nil where it is not there, and where it cannot be read.
    func bytes(of path: String, in commit: String) -> [UInt8]?

    /// Whether `revision`, a full id, has `commit` among its ancestors or is it.
    func containment(of commit: String, in revision: String) -> CommitContainment
}

/// Why the history does not answer: one clause.
package struct HistoryFailure: Error, Hashable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

/// Whether a commit contains another one.
package enum CommitContainment: Hashable, Sendable {
    case contained
    case lacking
    /// This clone does not have the revision.
    case notHere
    /// With the reason: one clause.
    case unknown(String)
}

extension VerifiedImage {
    /// The last commit that a file got the image's value from: what a cluster must have.
    enum Change {
        case contained
        /// A revision has an older value: the commit that brought the present one.
        case lacking(String)
        case notHere
        case unknown(String)
    }

    /// Whether a revision has the values of this image, by ancestry.
    ///
    /// A later change of something else in the same file is none of the image's value.
    func change(in revision: String, _ history: some RepositoryHistory) -> Change {
        for path in paths {
            switch change(of: path, in: revision, history) {
            case .contained: continue
            case let other: return other
            }
        }
        return .contained
    }

    private func change(
        of path: String, in revision: String, _ history: some RepositoryHistory
    ) -> Change {
        let commits: [String]
        switch history.changes(of: path) {
        case .success(let found): commits = found
        case .failure(let failure): return .unknown(failure.reason)
        }
        guard let newest = commits.first else {
            return .unknown("no commit of this clone has `\(path)`; fetch the whole history first")
        }
        switch history.containment(of: newest, in: revision) {
        case .contained: return .contained
        case .notHere: return .notHere
        case .unknown(let reason): return .unknown(reason)
        case .lacking:
            let origin = origin(of: path, in: commits, history)
            return origin != newest
                && history.containment(of: origin, in: revision) == .contained
                ? .contained : .lacking(origin)
        }
    }

    /// The oldest of the newest commits that all have the value as it is.
    private func origin(
        of path: String, in commits: [String], _ history: some RepositoryHistory
    ) -> String {
        let now = history.bytes(of: path, in: commits[0]).map { values(in: $0, path) }
        var origin = commits[0]
        for commit in commits.dropFirst() {
            guard let now, !now.isEmpty, let bytes = history.bytes(of: path, in: commit),
                values(in: bytes, path) == now
            else { break }
            origin = commit
        }
        return origin
    }

    /// The texts of a file that are about this image.
    private func values(in bytes: [UInt8], _ path: String) -> [String] {
        guard let role = FileRole(path: path) else { return [] }
        let facts = FileFacts(bytes: bytes, role: role)
        if let following {
            return facts.markers.compactMap { marker in
                guard let setter = marker.liveSetter,
                    setter.namespace == following.policy.namespace,
                    setter.name == following.policy.name
                else { return nil }
                return marker.target?.text
            }
        }
        return facts.images.filter { image in
            let text = image.repository.text ?? image.overriddenName?.text
            return text.flatMap { ImageName($0) }?.canonical == name?.canonical
        }.map(\.text)
    }
}

/// How a push ended.
package enum PushOutcome: Equatable, Sendable {
    /// The reference is at the commit.
    case accepted
    /// The reference is not where it was expected: fetch, and start again from there.
    case moved(PushRefusal)
    /// A rule or a hook of the remote says no; another try would end in the same way.
    case declined(PushRefusal)
    /// The remote protects the branch.
    case protected(PushRefusal)
    case failed(RemoteFailure)
}

/// A remote's no to a push, and its words.
package struct PushRefusal: Equatable, Sendable {
    package let remote: String
    package let reference: String
    /// As `git` reports it: `stale info`, `pre-receive hook declined`.
    package let reason: String
    /// The remote's output, made safe to show.
    package let words: [String]
}

extension PushOutcome: CustomStringConvertible {
    package var description: String {
        switch self {
        case .accepted: "pushed"
        case .moved(let refusal):
            "`\(refusal.reference)` of `\(refusal.remote)` moved meanwhile (\(refusal.reason))"
        case .declined(let refusal): "\(refusal.text); see what it asks for"
        case .protected(let refusal):
            "\(refusal.text); push to another branch and open a pull request"
        case .failed(let failure): failure.description
        }
    }
}

extension PushRefusal {
    fileprivate var text: String {
        "`\(remote)` does not take `\(reference)`: \(([reason] + words).joined(separator: "; "))"
    }
}

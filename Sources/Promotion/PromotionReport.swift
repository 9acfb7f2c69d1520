import Reports

/// The outcome of a promotion, for people and programs.
package struct PromotionReport: Answer {
    package static let command = "promote"

    /// How far one image got.
    package enum Outcome: Sendable {
        case promoted(PromotedImage, TagOutcome)
        /// The target's manifests name the version already.
        case current(PromotedImage, TagOutcome)
        case refused(PromotionObstacle)
    }

    /// The state of the tag in the target's registry.
    package enum TagOutcome: Sendable {
        case present
        case put(attachments: Int, bytes: Int)
        /// With the same numbers, as far as they are known before.
        case planned(attachments: Int, bytes: Int)
        /// The tag is that of the source.
        case shared
        /// An earlier step failed.
        case untouched
    }

    package struct Proposal: Sendable {
        package enum State: String, Sendable {
            case planned
            case pushed
            case unchanged
        }

        package let branch: String
        package let base: String
        package let remote: String
        package let commit: String?
        package let state: State
        package let text: ProposalText
    }

    /// The pull request, or the file in its place.
    package enum Request: Sendable {
        /// The outcome in a word, such as `created`.
        case pullRequest(url: String, outcome: String)
        case file(String)
        case planned(String)
        /// The words of the remote, which opens it itself.
        case pushOptions
        case none(reason: String)
    }

    package let source: String
    package let target: String
    /// In the order in which they were asked for; by their names in the target, or by the name that
    /// was asked for where that is refused.
    package var images: [(name: String, outcome: Outcome)] = []
    package var proposal: Proposal?
    package var request: Request?
    /// Pull requests of older versions that were closed.
    package var closed: [String] = []
    /// Remarks of registries and forges, and about versions that go back.
    package var warnings: [String] = []
    /// Why the promotion stopped halfway; a rerun goes on from there.
    package var failure: String?

    package init(from source: String, to target: String) {
        self.source = source
        self.target = target
    }

    /// Notes that somebody has closed a pull request for the same.
    mutating func decline(at url: String) {
        request = .pullRequest(url: url, outcome: "declined")
        failure = "somebody closed \(url), which proposed the same; reopen it to promote"
    }

    package var isValid: Bool {
        failure == nil
            && !images.contains { if case .refused = $0.outcome { true } else { false } }
    }
}

package import Reports
import Rules
import SourceText

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

    package var isValid: Bool {
        failure == nil
            && !images.contains { if case .refused = $0.outcome { true } else { false } }
    }
}

// MARK: People

extension PromotionReport {
    package func text(in style: TextStyle) -> String {
        images.map { lines(of: $0.outcome, named: $0.name, in: style) }.joined()
            + (proposal.map { "branch \($0.words.visible)\n" } ?? "")
            + (request.map { "\($0.words.visible)\n" } ?? "")
            + closed.map { "closed \($0.visible), which proposed another version\n" }
            .joined()
            + warnings.map {
                style.applied(.severity(.warning), to: "warning") + ": \($0.visible)\n"
            }
            .joined()
            + (failure.map { style.applied(.severity(.error), to: "error") + ": \($0.visible)\n" }
                ?? "")
            + (images.isEmpty && failure == nil
                ? "no image runs in both \(source) and \(target)".visible + "\n" : "")
    }

    private func lines(of outcome: Outcome, named name: String, in style: TextStyle) -> String {
        let name = style.applied(.emphasis, to: name.visible)
        switch outcome {
        case .refused(let obstacle):
            let refused = style.applied(.severity(.error), to: "refused")
            return "\(name): \(refused): \("\(obstacle)".visible)\n"
        case .current(let image, let tag):
            return "\(name): " + "`\(target)` has \(image.target.versionText) already".visible
                + "\n"
                + image.lines(tag)
        case .promoted(let image, let tag):
            let versions = "\(image.source.versionText) → \(image.target.versionText)"
            return "\(name): \(versions.visible) (\((image.target.digest ?? "").visible))\n"
                + image.testedLine(in: source) + image.lines(tag)
        }
    }
}

extension PromotedImage {
    fileprivate func testedLine(in source: String) -> String {
        let since = tested.map { " since \($0.day), commit \($0.commit.prefix(12))" } ?? ""
        return "  \(source) runs it (\(sourcePlace.path):\(sourcePlace.line))\(since)".visible
            + ", and the registry agrees\n"
    }

    fileprivate func lines(_ tag: PromotionReport.TagOutcome) -> String {
        let changes = changes.map {
            "\($0.place.path):\($0.line): \($0.before.quoted) → \($0.after.quoted)"
        }
        return ([tag.words(for: target)] + changes).map { "  \($0.visible)\n" }.joined()
    }
}

extension PromotionReport.TagOutcome {
    fileprivate func words(for image: ImageVersion) -> String {
        let tag = "tag \(image.versionText)"
        switch self {
        case .present: return "\(tag): is there, with this digest"
        case .shared:
            return image.tag == nil
                ? "digest \(image.versionText): is there" : "\(tag): both environments use it"
        case .untouched: return "\(tag): not put"
        case .put(let attachments, let bytes):
            return "\(tag): put\(Self.extras(attachments, bytes))"
        case .planned(let attachments, let bytes):
            return "\(tag): would be put\(Self.extras(attachments, bytes))"
        }
    }

    private static func extras(_ attachments: Int, _ bytes: Int) -> String {
        let parts =
            (attachments > 0 ? ["its \(attachments) signatures and attestations first"] : [])
            + (bytes > 0 ? ["\(bytes) bytes"] : [])
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}

extension PromotionReport.Proposal {
    fileprivate var words: String {
        let place = "\(branch) of \(remote), for \(base)"
        let id = commit.map { String($0.prefix(12)) } ?? ""
        return switch state {
        case .planned: "\(place): would be pushed"
        case .pushed: "\(place): pushed \(id)"
        case .unchanged: "\(place): has the change already (\(id))"
        }
    }
}

extension PromotionReport.Request {
    fileprivate var words: String {
        switch self {
        case .pullRequest(let url, let outcome): "pull request \(outcome): \(url)"
        case .file(let path): "pull request written to \(path)"
        case .planned(let place): "pull request: would be opened at \(place)"
        case .pushOptions: "pull request: asked for with the push"
        case .none(let reason): "no pull request: \(reason)"
        }
    }
}

// MARK: Programs

extension PromotionReport {
    package var members: [String: JSONValue] {
        [
            "from": .string(source), "to": .string(target),
            "images": .array(images.map { json(of: $0.outcome, named: $0.name) }),
            "proposal": proposal.map(\.json) ?? .null, "request": request.map(\.json) ?? .null,
            "closed": .array(closed.map { .string($0) }),
            "warnings": .array(warnings.map { .string($0) }), "error": JSONValue(failure),
        ]
    }

    private func json(of outcome: Outcome, named name: String) -> JSONValue {
        switch outcome {
        case .refused(let obstacle):
            ["image": .string(name), "outcome": "refused", "reason": .string("\(obstacle)")]
        case .current(let image, let tag): image.json(outcome: "current", tag)
        case .promoted(let image, let tag): image.json(outcome: "promoted", tag)
        }
    }
}

extension PromotedImage {
    fileprivate func json(
        outcome: String, _ tagOutcome: PromotionReport.TagOutcome
    ) -> JSONValue {
        [
            "image": .string(target.name), "outcome": .string(outcome), "reason": .null,
            "identity": .string(identity), "digest": JSONValue(target.digest),
            "source": [
                "tag": JSONValue(source.tag), "path": .string(sourcePlace.path),
                "line": .integer(sourcePlace.line), "since": JSONValue(tested?.day),
                "commit": JSONValue(tested?.commit), "author": JSONValue(tested?.author),
            ],
            "target": [
                "tag": JSONValue(target.tag), "tagState": .string(tagOutcome.word),
                "replaced": .array(replaced.map { .string($0.text) }),
                "previousCommit": JSONValue(previousCommit),
            ],
            "changes": .array(
                changes.map {
                    [
                        "path": .string($0.place.path), "line": .integer($0.line),
                        "old": .string($0.before), "new": .string($0.after),
                    ]
                }),
        ]
    }
}

extension PromotionReport.TagOutcome {
    fileprivate var word: String {
        switch self {
        case .present: "present"
        case .put: "put"
        case .planned: "planned"
        case .shared: "shared"
        case .untouched: "untouched"
        }
    }
}

extension PromotionReport.Proposal {
    fileprivate var json: JSONValue {
        [
            "branch": .string(branch), "base": .string(base), "remote": .string(remote),
            "commit": JSONValue(commit), "state": .string(state.rawValue),
            "title": .string(text.title), "body": .string(text.body),
        ]
    }
}

extension PromotionReport.Request {
    fileprivate var json: JSONValue {
        switch self {
        case .pullRequest(let url, let outcome):
            ["outcome": .string(outcome), "url": .string(url), "reason": .null]
        case .file(let path): ["outcome": "file", "url": .null, "reason": .string(path)]
        case .planned(let place): ["outcome": "planned", "url": .null, "reason": .string(place)]
        case .pushOptions: ["outcome": "pushed", "url": .null, "reason": .null]
        case .none(let reason): ["outcome": "none", "url": .null, "reason": .string(reason)]
        }
    }
}

package import Reports
import SourceText

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

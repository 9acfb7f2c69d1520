import Audit
import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

extension DiffReport {
    /// The members of the JSON output besides the envelope.
    var members: [String: JSONValue] {
        [
            "base": diff.formerOrigin.json, "head": diff.origin.json,
            "environments": .array(diff.environments.map(JSONValue.string)),
            "images": .array(diff.workloads.map(\.json)),
            "policies": .array(diff.policies.map(\.json)),
            "automations": .array(diff.automations.map(\.json)),
            "promotions": .array(diff.promotions.map(\.json)),
            "review": review?.json ?? .null,
        ]
    }
}

extension Snapshot.Origin {
    fileprivate var json: JSONValue {
        switch self {
        case .worktree: ["kind": "worktree", "revision": .null]
        case .index: ["kind": "index", "revision": .null]
        case .commit(let id): ["kind": "commit", "revision": .string(id)]
        }
    }
}

extension WorkloadChange {
    fileprivate var json: JSONValue {
        [
            "change": .string(kind.rawValue), "cluster": .string(workload.cluster),
            "environments": .array(environments.map(JSONValue.string)),
            "object": [
                "kind": .string(workload.kind), "namespace": JSONValue(workload.namespace),
                "name": .string(workload.name),
            ],
            "container": .string(container), "image": .boolean(isImage),
            "before": former?.json ?? .null, "after": latter?.json ?? .null,
        ]
    }
}

extension WorkloadChange.Side {
    fileprivate var json: JSONValue {
        let image = version.image
        var unknown: JSONValue = .null
        if case .unknown(_, let reason) = version { unknown = .string(reason) }
        return [
            "name": JSONValue(image.name), "tag": JSONValue(image.tag.text),
            "digest": JSONValue(image.digest.text),
            "templated": .boolean(
                image.name == nil || image.tag == .open || image.digest == .open),
            "notKnown": unknown,
            "origins": .array(
                origins.map { origin in
                    [
                        "kind": .string(origin.origin.rawValue),
                        "path": .string(origin.place.path), "line": .integer(origin.place.line),
                    ]
                }),
            "updater": updater.json,
        ]
    }
}

extension WorkloadChange.Updater {
    fileprivate var json: JSONValue {
        switch self {
        case .nobody: ["kind": "nobody", "policies": .null, "automations": [], "writes": false]
        case .variable: ["kind": "variable", "policies": .null, "automations": [], "writes": .null]
        case .input: ["kind": "input", "policies": .null, "automations": [], "writes": .null]
        case .policies(let words, let automations, let writes):
            [
                "kind": "policies", "policies": .string(words),
                "automations": .array(automations.map(JSONValue.string)),
                "writes": .boolean(writes),
            ]
        }
    }
}

extension PolicyChange {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name), "path": .string(place.path), "line": .integer(place.line),
            "before": .null, "after": .null, "admits": .null, "drops": .null,
            "message": .string(words.joined(separator: "; ")),
        ]
        switch effect {
        case .added(let state):
            members["change"] = "added"
            members["after"] = state.json
        case .removed(let state):
            members["change"] = "removed"
            members["before"] = state.json
        case .several: members["change"] = "several"
        case .changed(let old, let new, let tags):
            members["change"] = "changed"
            members["before"] = old.json
            members["after"] = new.json
            members["admits"] = tags.admitted.json
            members["drops"] = tags.dropped.json
        }
        return .object(members)
    }
}

extension PolicyState {
    fileprivate var json: JSONValue {
        [
            "image": JSONValue(image), "selector": .string(selector),
            "obstacle": JSONValue(obstacle), "selected": JSONValue(selected),
            "listed": .boolean(isListed),
        ]
    }
}

extension PolicyTags.Answer {
    fileprivate var json: JSONValue {
        switch self {
        case .some(let tag): ["answer": "some", "sample": .string(tag), "reason": .null]
        case .none: ["answer": "none", "sample": .null, "reason": .null]
        case .unknown(let reason):
            ["answer": "unknown", "sample": .null, "reason": .string(reason)]
        }
    }
}

extension AutomationChange {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "path": .string(place.path), "line": .integer(place.line),
            "change": .string(effect.rawValue), "markers": .integer(markerCount),
            "fields": .array(
                differences.map { field in
                    [
                        "field": .string(field.field), "before": JSONValue(field.former),
                        "after": JSONValue(field.latter),
                    ]
                }),
            "begins": .array(begun.map(\.json)), "ends": .array(ended.map(\.json)),
        ]
    }
}

extension CoveredMarker {
    fileprivate var json: JSONValue {
        ["path": .string(path), "marker": .string(marker), "object": .string(object)]
    }
}

extension PromotionChange {
    fileprivate var json: JSONValue {
        ["before": former?.json ?? .null, "after": latter.json]
    }
}

extension ImageUpdateReview {
    fileprivate var json: JSONValue {
        [
            "onlyImageUpdates": .boolean(isAccepted),
            "updates": .array(
                updates.map { update in
                    [
                        "path": .string(update.path), "line": .integer(update.line),
                        "marker": .string(update.marker), "before": .string(update.former),
                        "after": .string(update.latter),
                    ]
                }),
            "objections": .array(
                objections.map { objection in
                    [
                        "path": .string(objection.path), "line": JSONValue(objection.line),
                        "reason": .string(objection.reason),
                    ]
                }),
        ]
    }
}

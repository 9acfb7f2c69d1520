import ManifestFacts
package import Reports
import RepositoryLinking
import Rules
import SourceText
import Triage

extension PlaceExplanation {
    package var members: [String: JSONValue] {
        [
            "path": .string(path), "line": .integer(line), "column": JSONValue(column),
            "markers": .array(markers.map(\.json)), "images": .array(images.map(\.json)),
            "findings": .array(findings.map(\.placeJSON)),
            "notChecked": .array(
                notChecked.map { item in
                    ["rule": JSONValue(item.rule), "reason": .string(item.reason)]
                }),
        ]
    }
}

extension ReportedFinding {
    fileprivate var placeJSON: JSONValue {
        [
            "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
            "message": .string(finding.message), "path": .string(finding.location.path),
            "line": .integer(region.start.line),
            "column": .integer(region.start.column), "accepted": .boolean(acceptance != nil),
        ]
    }
}

extension MarkerAccount {
    fileprivate var json: JSONValue {
        [
            "line": .integer(position.line), "column": .integer(position.column),
            "text": .string(marker.text), "reading": reading, "seen": .boolean(marker.isSeen),
            "placement": .string(marker.placeWords), "target": target,
            "object": marker.object?.json ?? .null,
            "outcome": ["kind": .string(outcome.kind), "message": .string("\(outcome)")],
            "policies": .array(policies.map { $0.json(tag: tag) }),
            "automations": .array(automations.map(\.json)),
        ]
    }

    private var reading: JSONValue {
        var setter: SetterMarker?
        if case .setter(let found) = marker.reading { setter = found }
        return [
            "kind": .string(marker.reading.kind), "message": .string(marker.reading.words),
            "namespace": JSONValue(setter?.namespace), "name": JSONValue(setter?.name),
            "field": JSONValue(setter?.field.rawValue),
        ]
    }

    private var target: JSONValue {
        guard let target = marker.target, let place = targetPosition else { return .null }
        return [
            "text": .string(target.text), "line": .integer(place.line),
            "column": .integer(place.column),
        ]
    }
}

extension MarkerAccount.Policy {
    fileprivate func json(tag: String?) -> JSONValue {
        [
            "name": .string(account.declaration.policy.name),
            "path": .string(account.declaration.policy.path),
            "line": .integer(account.declaration.line),
            "environments": .array(account.declaration.environments.map(JSONValue.string)),
            "kustomizations": .array(build.kustomizations.map(JSONValue.string)),
            "roots": build.json,
            "repositories": .array(repositories.map(\.json)),
            "selects": JSONValue(selection),
            "error": JSONValue(account.fault?.message),
            "tag": fate.map { fate in
                [
                    "tag": .string(fate.tag), "kept": .boolean(fate.isKept),
                    "reason": .string(fate.reason),
                ]
            } ?? .null,
            "written": [
                "text": tag == nil ? .null : JSONValue(written.text),
                "reflectsDigest": written.reflectsDigest.map(JSONValue.boolean) ?? .null,
            ],
        ]
    }
}

extension MarkerAccount.Repository {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "path": .string(declaration.path),
            "line": .integer(declaration.line), "image": JSONValue(image),
            "suspended": .boolean(isSuspended),
        ]
    }
}

extension ConsideredAutomation {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "path": .string(declaration.path),
            "line": .integer(declaration.line), "verdict": .string(verdict.kind),
            "reason": .string("\(verdict)"),
        ]
    }
}

extension BuildAccount {
    fileprivate var json: JSONValue { Self.json(roots) }

    fileprivate static func json(_ roots: [Root]) -> JSONValue {
        .array(
            roots.map { root in
                [
                    "folder": .string(root.directory),
                    "builder": root.builder?.json ?? .null,
                ]
            })
    }
}

extension ImageAccount {
    fileprivate var json: JSONValue {
        [
            "path": .string(path),
            "line": .integer(position.line), "column": .integer(position.column),
            "text": .string(image.text), "repository": JSONValue(image.repository.text),
            "tag": JSONValue(image.tag.text), "digest": JSONValue(image.digest.text),
            "use": .string(image.use.name),
            "object": image.object?.json ?? .null,
            "environments": .array(environments.map(JSONValue.string)),
            "file": .string(fileUse.rawValue), "roots": build.json,
            "overridden": .boolean(isOverridden),
            "deployments": .array(deployments.map(\.json)),
            "markers": .array(markers.map { .string($0.text) }),
            "policies": .array(policies.map(\.json)),
            "promotions": .array(promotions.map(\.placeJSON)),
        ]
    }
}

extension PromotionState {
    fileprivate var placeJSON: JSONValue {
        [
            "image": .string(image.full), "environment": .string(environment),
            "source": .string(source), "state": .string(kind), "message": .string(words),
        ]
    }
}

extension ImageDeployment {
    fileprivate var json: JSONValue {
        var final: FinalImage?
        var reason: String?
        switch outcome {
        case .runs(let image): final = image
        case .removed: break
        case .unknown(let text): reason = text
        }
        return [
            "object": object.json, "roots": BuildAccount.json(roots),
            "outcome": .string(final == nil ? reason == nil ? "removed" : "unknown" : "runs"),
            "reason": JSONValue(reason), "text": JSONValue(final?.text),
            "repository": JSONValue(final?.name), "tag": JSONValue(final?.tag.text),
            "digest": JSONValue(final?.digest.text),
            "path": JSONValue(decision?.path), "line": decision.map { .integer($0.line) } ?? .null,
        ]
    }
}

extension ImageFact.Use {
    fileprivate var name: String {
        switch self {
        case .container: "container"
        case .volume: "volume"
        case .override: "override"
        case .helmValue: "helmValue"
        }
    }
}

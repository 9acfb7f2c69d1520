import ManifestFacts
import Reports
import RepositoryLinking
import Rules
import Triage

/// The machine output of an audit: that of a check, and more.
extension AuditAccount {
    func members(_ tool: ToolIdentity) -> [String: JSONValue] {
        let options = ReportOptions(tool: tool, rules: RuleDefinition.all)
        return report.members(options).merging([
            "environments": .array(environments.map(JSONValue.string)),
            "images": .array(images.map(json)),
            "markers": markers.json,
            "policies": .integer(policyCount),
            "overlaps": .array(overlaps.map(\.json)),
            "rules": .array(findingCounts.map { $0.json(environments) }),
        ]) { _, member in member }
    }

    private func json(_ image: AuditedImage) -> JSONValue {
        [
            "image": JSONValue(image.name),
            "tag": JSONValue(image.tag.text),
            "digest": JSONValue(image.digest.text),
            "templated": .boolean(image.tag == .open || image.digest == .open),
            "environments": .array(image.environments.map(JSONValue.string)),
            "overridden": .boolean(image.isOverridden),
            "deployed": .boolean(image.isDeployed),
            "object": image.object.map(json) ?? .null,
            "path": .string(image.path),
            "line": .integer(image.line),
            "markers": .array(image.markers.map { .string($0.text) }),
            "policies": .array(image.policies.map(JSONValue.string)),
            "followed": .boolean(image.isFollowed),
            "following": .string(image.following),
            "unfollowedPolicies": .array(image.unfollowedPolicies.map(JSONValue.string)),
            "findings": .array(image.findings.map { .string(report.findings[$0].fingerprint) }),
        ]
    }

    private func json(_ object: ObjectIdentity) -> JSONValue {
        [
            "apiVersion": JSONValue(object.apiVersion), "kind": JSONValue(object.kind),
            "namespace": JSONValue(object.namespace), "name": JSONValue(object.name),
        ]
    }
}

extension MarkerCoverageCounts {
    fileprivate var json: JSONValue {
        [
            "total": .integer(total), "live": .integer(live), "resolved": .integer(resolved),
            "automated": .integer(automated),
        ]
    }
}

extension PolicyOverlap {
    fileprivate var json: JSONValue {
        [
            "image": .string(image), "first": .array(first.map(JSONValue.string)),
            "second": .array(second.map(JSONValue.string)), "tag": JSONValue(tag),
        ]
    }
}

extension RuleCount {
    fileprivate func json(_ environments: [String]) -> JSONValue {
        let counts = environments.compactMap { name -> JSONValue? in
            byEnvironment[name].map { ["environment": .string(name), "findings": .integer($0)] }
        }
        return [
            "rule": .string(rule), "severity": .string(severity.rawValue),
            "findings": .integer(total), "environments": .array(counts),
            "elsewhere": .integer(elsewhere),
        ]
    }
}

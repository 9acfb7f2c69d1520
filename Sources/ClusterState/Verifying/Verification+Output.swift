import ManifestFacts
package import Reports
import RepositoryLinking
import Rules

extension Verification {
    package var members: [String: JSONValue] {
        [
            "revision": .string(revision),
            "images": .array(rows.map(\.json)),
            "summary": [
                "live": .integer(count(.yes)), "notLive": .integer(count(.no)),
                "unknown": .integer(count(.unknown)), "otherClusters": .integer(otherClusters),
            ],
            "unread": .array(
                unread.map { ["kind": .string($0.kind), "reason": .string($0.reason)] }),
        ]
    }

    package func text(in style: TextStyle) -> String {
        if rows.isEmpty { return "" }
        let table = TextTable(
            header: ["IMAGE", "OBJECT", "COMMITTED", "APPLIED", "RUNNING", "DECLARED"],
            rows.map(\.cells))
        let reasons = rows.filter { $0.live != .yes }.map { $0.reasons(in: style) }
        return ([table.text(in: style)] + reasons).joined(separator: "\n")
    }

    /// The totals in one line.
    package var summary: String {
        let others =
            otherClusters > 0 ? "; \(counted(otherClusters, "image")) of other clusters" : ""
        return "\(counted(rows.count, "image")): \(count(.yes)) live, \(count(.no)) not live, "
            + "\(count(.unknown)) unknown\(others)"
    }
}

extension Verification.Row {
    fileprivate var legs: [(name: String, leg: Leg)] {
        [("committed", committed), ("applied", applied), ("running", running)]
            .compactMap { name, leg in leg.map { (name, $0) } }
    }

    fileprivate var cells: [TextTable.Cell] {
        [
            TextTable.Cell(image.shortTitle, .emphasis), TextTable.Cell(image.objectWords),
            committed.map(Self.cell) ?? TextTable.Cell("-"), Self.cell(applied), Self.cell(running),
            TextTable.Cell("\(image.declaration)", .gutter),
        ]
    }

    private static func cell(_ leg: Leg) -> TextTable.Cell {
        TextTable.Cell(leg.verdict.rawValue, leg.verdict.role)
    }

    /// The image with its place, and all that is known of it.
    fileprivate func reasons(in style: TextStyle) -> String {
        let title = style.applied(.emphasis, to: image.title.visible)
        let rows = legs.map { name, leg in
            [
                TextTable.Cell(name, .gutter),
                TextTable.Cell(leg.verdict.rawValue, leg.verdict.role), TextTable.Cell(leg.reason),
            ]
        }
        return "\(title) (\("\(image.declaration)".visible))\n"
            + TextTable(rows).text(in: style, indent: 2)
    }

    fileprivate var json: JSONValue {
        [
            "name": JSONValue(image.name?.full), "tag": JSONValue(image.tag.text),
            "digest": JSONValue(image.digest.text),
            "policy": JSONValue(image.following.map { "\($0.policy)" }),
            "path": .string(image.declaration.path), "line": .integer(image.declaration.line),
            "object": image.object.map { object in
                [
                    "apiVersion": JSONValue(object.apiVersion), "kind": JSONValue(object.kind),
                    "namespace": JSONValue(object.namespace), "name": JSONValue(object.name),
                ]
            } ?? .null,
            "kustomization": JSONValue(kustomization),
            "committed": committed?.json ?? .null, "applied": applied.json,
            "running": running.json, "live": .string(live.rawValue),
        ]
    }
}

extension VerifiedImage {
    /// With the digest cut short.
    fileprivate var shortTitle: String {
        let tag = tag.text.map { ":\($0)" } ?? ""
        let digest = digest.text.map { "@\($0.prefix(19))" } ?? ""
        return (name?.full ?? "(name filled in)") + tag + digest
    }

    fileprivate var objectWords: String {
        guard let object else { return "-" }
        let namespace = (root.targetNamespace ?? object.namespace).map { "\($0)/" } ?? ""
        return "\(object.kind ?? "object") \(namespace)\(object.name ?? "-")"
    }
}

extension Verdict {
    fileprivate var role: TextStyle.Role {
        switch self {
        case .yes: .success
        case .no: .severity(.error)
        case .unknown: .severity(.warning)
        }
    }
}

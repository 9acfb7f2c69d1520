package import Reports
import Rules

/// The forms in which an audit can be told.
package enum AuditFormat: String, OutputFormat {
    /// For people, on a terminal or in a log.
    case text
    /// The tool's own, described by `docs/schema/audit-v1.schema.json`.
    case json
    /// One page that needs nothing else: no network, no scripts.
    case html
}

extension AuditAccount {
    /// The whole report, complete with its last line break.
    package func rendered(
        as format: AuditFormat, by tool: ToolIdentity, in style: TextStyle = .plain
    ) -> String {
        switch format {
        case .text: AuditText(audit: self, style: style).text
        case .json: JSONValue.document(of: "audit", by: tool, members(tool)).line
        case .html: AuditPage(audit: self, tool: tool).text
        }
    }
}

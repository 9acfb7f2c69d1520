import Configuration
package import Reports
import RepositoryLinking

/// The answer of `sluice history`.
package struct HistoryReport: Sendable {
    let timeline: Timeline
    /// The tip of the branch, in full.
    let revision: String

    package init(_ timeline: Timeline, of revision: String) {
        self.timeline = timeline
        self.revision = revision
    }

    package func rendered(
        as format: HistoryFormat, by tool: ToolIdentity, in style: TextStyle = .plain
    ) -> String {
        switch format {
        case .text: HistoryText(report: self, style: style).text
        case .json: JSONValue.document(of: "history", by: tool, members).line
        case .html: HistoryPage(report: self, tool: tool).text
        }
    }
}

/// The forms in which a history can be told.
package enum HistoryFormat: String, OutputFormat {
    /// For people, as `git log`.
    case text
    /// The tool's own, described by `docs/schema/history-v1.schema.json`.
    case json
    /// One page that needs nothing else.
    case html
}

extension TimelineCommit.Kind {
    /// By its name in machine output.
    var name: String {
        switch self {
        case .automation: "automation"
        case .bot: "bot"
        case .revert: "revert"
        case .rollback: "rollback"
        case .hand: "hand"
        }
    }

    var words: String {
        switch self {
        case .automation(let names): "automation \(names.joined(separator: ", "))"
        case .bot: "bot"
        case .revert(let ids):
            (["revert"] + (ids.isEmpty ? [] : ["of"]) + ids.map { String($0.prefix(12)) })
                .joined(separator: " ")
        case .rollback: "rollback"
        case .hand: "by hand"
        }
    }
}

extension ImageChange {
    var versionWords: String {
        if former.isEmpty { return "new: \(latter.words)" }
        if latter.isEmpty { return "gone: \(former.words)" }
        return "\(former.words) → \(latter.words)"
    }

    /// The image without its registry and directories.
    var shortImage: String { image.split(separator: "/").last.map(String.init) ?? image }
}

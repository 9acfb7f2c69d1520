package import Configuration
import ManifestFacts

/// A suppression that `--add-ignores` writes.
package struct NewIgnore: Sendable {
    package let rule: String
    package let reason: String
    /// The last day on which it counts; nil for no end.
    package let until: CalendarDay?

    /// Returns nil if the written reason would be parsed as another one, such as one of two lines.
    package init?(rule: String, reason: String, until: CalendarDay?) {
        self.rule = rule
        self.reason = reason
        self.until = until
        let isOneLine = reason.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
                && $0.properties.generalCategory != .lineSeparator
                && $0.properties.generalCategory != .paragraphSeparator
        }
        guard isOneLine,
            case .statement(let statement)? = SuppressionParser.reading(
                ofComment: Array(comment.utf8)[...]),
            statement.reason.text == reason, statement.rules.map(\.text) == [rule],
            statement.until?.text == until?.description
        else { return nil }
    }

    /// The comment, without indentation and line break.
    var comment: String {
        "# sluice: ignore[\(rule)] \(reason)" + (until.map { " (until \($0))" } ?? "")
    }

    /// The equivalent entry of the configuration for a whole file, on one line.
    package func configurationEntry(path: String) -> String {
        let end = until.map { ", until: \($0)" } ?? ""
        return "\(rule): { ignore: [{ path: \(quoted(path)), reason: \(quoted(reason))\(end) }] }"
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}

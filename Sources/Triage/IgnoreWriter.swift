package import Configuration
package import ManifestFacts
package import Rules
import SourceText

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

/// Why no comment can accept a finding.
package enum IgnoreRefusal: Hashable, Sendable {
    case json
    case notUTF8
    /// The value is inside a scalar, where a comment would be part of the text.
    case insideText
    /// A marker is above the value, and Flux would ignore it if another comment joined it.
    case besideMarker
    case tooMany(limit: Int)
    /// It was tried, and the finding stayed or something else changed.
    case ineffective
}

/// Writes suppressions into one manifest: as comments on lines of their own, or into existing
/// suppressions.
package struct IgnoreWriter {
    /// The number of findings that are tried, because each attempt parses the whole file.
    private static let limit = 1_000

    package private(set) var bytes: [UInt8]
    /// The number of findings that the written or extended comments accept.
    package private(set) var count = 0
    private var attempts = 0
    private let role: FileRole
    private let ignore: NewIgnore
    private var facts: FileFacts
    /// The offset of each insertion in the text before it, and its length, in order.
    private var shifts: [(offset: Int, length: Int)] = []

    package init(_ bytes: [UInt8], role: FileRole, ignore: NewIgnore) {
        self.bytes = bytes
        self.role = role
        self.ignore = ignore
        facts = FileFacts(bytes: bytes, role: role)
    }

    /// Accepts one finding; returns why that is impossible, or nil if it is done.
    ///
    /// Findings must come from the last in the file to the first.
    package mutating func accept(_ finding: Finding) -> IgnoreRefusal? {
        guard role != .json else { return .json }
        guard facts.source == bytes else { return .notUTF8 }
        guard attempts < Self.limit else { return .tooMany(limit: Self.limit) }
        attempts += 1
        let start = moved(finding.location.span.lowerBound)
        let places = [start, moved(finding.scalar.lowerBound)]
        guard !isAccepted(start) else { return nil }
        for edits in places.flatMap({ [merging(at: $0), [line(above: $0)]] }) where !edits.isEmpty {
            if apply(edits, for: places) { return nil }
        }
        return isBelowMarker(start) ? .besideMarker : .insideText
    }

    // MARK: Edits

    /// Adds the rule to a suppression of the place with the same last day; empty without one.
    private func merging(at offset: Int) -> [TextEdit] {
        for fact in facts.suppressions where fact.form == .comment && fact.scope.holds(offset) {
            guard case .statement(let statement) = fact.reading,
                statement.until?.text == ignore.until?.description,
                let last = statement.rules.last
            else { continue }
            let rule = TextEdit(at: last.span.upperBound, ", \(ignore.rule)")
            let reason = TextEdit(at: statement.reason.span.upperBound, "; \(ignore.reason)")
            return statement.reason.text == ignore.reason ? [rule] : [rule, reason]
        }
        return []
    }

    /// Inserts the comment as a line above `offset`, with the same indentation.
    private func line(above offset: Int) -> TextEdit {
        TextEdit(inserting: [ignore.comment], above: offset, in: bytes)
    }

    /// Applies the edits if they accept the finding and change nothing else, and returns whether.
    private mutating func apply(_ edits: [TextEdit], for places: [Int]) -> Bool {
        guard let changed = try? bytes.applying(edits) else { return false }
        let former = self
        let changedFacts = FileFacts(bytes: changed, role: role)
        guard changedFacts.reading == .parsed, changedFacts.saysTheSame(as: facts) else {
            return false
        }
        (bytes, facts) = (changed, changedFacts)
        let moved = places.map { place in place + edits.length(upTo: place) }
        guard moved.contains(where: isAccepted) else {
            self = former
            return false
        }
        shifts += edits.map { ($0.span.lowerBound, $0.replacement.utf8.count) }
        count += 1
        return true
    }

    // MARK: Questions

    private func moved(_ offset: Int) -> Int {
        shifts.reduce(offset) { $1.offset <= $0 ? $0 + $1.length : $0 }
    }

    private func isAccepted(_ offset: Int) -> Bool {
        facts.suppressions.contains { fact in
            guard case .statement(let statement) = fact.reading else { return false }
            return fact.scope.holds(offset)
                && statement.until?.text == ignore.until?.description
                && statement.rules.contains { $0.text == ignore.rule }
        }
    }

    private func isBelowMarker(_ offset: Int) -> Bool {
        let lines = LineIndex(bytes)
        let number = lines.lineNumber(at: offset)
        return facts.markers.contains { marker in
            marker.isAlone && marker.isSeen
                && [number - 1, number].contains(lines.lineNumber(at: marker.span.lowerBound))
        }
    }
}

extension [TextEdit] {
    /// The number of bytes that the edits insert at or before an offset.
    fileprivate func length(upTo offset: Int) -> Int {
        filter { $0.span.lowerBound <= offset }.reduce(0) { $0 + $1.replacement.utf8.count }
    }
}

extension SourceSpan {
    fileprivate func holds(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}

extension FileFacts {
    /// Whether two versions of a file contain the same objects, images, live markers and policies.
    fileprivate func saysTheSame(as other: FileFacts) -> Bool {
        objects.map(\.identity) == other.objects.map(\.identity)
            && images.map(\.text) == other.images.map(\.text)
            && markers.map(\.liveSetter) == other.markers.map(\.liveSetter)
            && markers.map(\.target?.text) == other.markers.map(\.target?.text)
            && policies.map(\.object.identity) == other.policies.map(\.object.identity)
    }
}

extension IgnoreRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json: "JSON has no comments"
        case .notUTF8: "the file is not UTF-8"
        case .insideText: "a comment there would be part of a text"
        case .besideMarker: "a second comment would kill the marker above the value"
        case .tooMany(let limit): "more than \(limit) findings in one file"
        case .ineffective: "the finding stays, or another one comes"
        }
    }
}

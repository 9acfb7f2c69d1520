import RegularLanguages
package import Reports
import Rules
import TagPolicies

/// An explanation of a filter pattern, and of its match in each tag.
package struct PatternExplanation: Answer {
    package static let command = "explain pattern"

    private let source: String
    private let template: String
    private let outcome: Result<TagFilter, PatternError>
    /// In the order given; empty where the pattern is invalid.
    private let tags: [MatchedTag]

    /// An empty template compares whole tags, as in a policy.
    package init(of pattern: String, extract template: String = "", tags: [String] = []) {
        source = pattern
        self.template = template
        do {
            let filter = try TagFilter(pattern: pattern, extract: template)
            outcome = .success(filter)
            var matcher = PatternMatcher(filter.pattern)
            self.tags = tags.map { MatchedTag($0, &matcher, of: filter) }
        } catch {
            outcome = .failure(error)
            self.tags = []
        }
    }

    package var isValid: Bool { if case .success = outcome { true } else { false } }

    package var members: [String: JSONValue] {
        switch outcome {
        case .failure(let error):
            [
                "valid": false, "error": .fault("\(error)", offset: error.range.lowerBound),
                "groupNames": [], "tags": [],
            ]
        case .success(let filter):
            [
                "valid": true, "error": .null,
                "groupNames": .array(filter.pattern.groupNames.map { JSONValue($0) }),
                "tags": .array(tags.map(\.json)),
            ]
        }
    }

    package func text(in style: TextStyle) -> String {
        switch outcome {
        case .failure(let error):
            MarkedText(text: source, range: error.range, message: "\(error)").text(in: style)
        case .success(let filter):
            paragraphs([
                account(of: filter).text(in: style), table(filter).text(in: style),
            ])
        }
    }

    private func account(of filter: TagFilter) -> TextTable {
        let sketch = LanguageSketch(of: filter.pattern)
        var rows: [[TextTable.Cell]] = [
            .row("pattern", source.isEmpty ? "(empty)" : source, .emphasis),
            .row("matches", "tags that " + filter.words(sketch)),
        ]
        if let value = filter.valueWords(template: template) {
            rows.append(.row("compares", value))
        }
        return TextTable(rows + sketch.rows)
    }

    /// One row for each tag, one column for each group.
    private func table(_ filter: TagFilter) -> TextTable {
        if tags.isEmpty { return TextTable([]) }
        let groups = filter.pattern.groupNames.indices.dropFirst()
        let names = groups.map { filter.pattern.groupNames[$0] ?? "\($0)" }
        return TextTable(
            header: ["", "tag", "value"] + names,
            tags.map { tag in
                [
                    tag.value == nil ? .init("no", .severity(.warning)) : .init("yes", .success),
                    .init(tag.tag), .init(tag.value ?? ""),
                ] + tag.groups.dropFirst().map { .init($0 ?? "") }
            })
    }
}

/// The match of the pattern in one tag.
private struct MatchedTag {
    let tag: String
    /// By number, nil for a group that took no part; empty if nothing matched.
    let groups: [String?]
    /// The value that a policy would compare; nil if nothing matched.
    let value: String?

    init(_ tag: String, _ matcher: inout PatternMatcher, of filter: TagFilter) {
        let bytes = Array(tag.utf8)
        let match = matcher.firstMatch(in: bytes)
        self.tag = tag
        value = match.map { match in
            filter.extract?.expanded(with: match, of: filter.pattern, in: bytes) ?? tag
        }
        groups = (0..<(match?.groupCount ?? 0)).map { number in
            match?.range(ofGroup: number).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    var json: JSONValue {
        [
            "tag": .string(tag), "matched": .boolean(value != nil),
            "groups": .array(groups.map { JSONValue($0) }), "value": JSONValue(value),
        ]
    }
}

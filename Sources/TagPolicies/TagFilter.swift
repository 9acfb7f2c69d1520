package import RegularLanguages

/// Which tags a policy looks at, and what it compares of them: `spec.filterTags`.
package struct TagFilter: Sendable {
    package let pattern: Pattern
    /// Nil where the whole tag is compared.
    package let extract: ExpansionTemplate?

    package init(pattern: String, extract: String = "") throws(PatternError) {
        self.pattern = try Pattern(pattern)
        self.extract = extract.isEmpty ? nil : ExpansionTemplate(extract)
    }

    /// The same filter with a `$` behind its pattern; nil if it ends with one already.
    package var anchoredAtEnd: TagFilter? {
        guard !pattern.isAnchored(at: .end),
            let anchored = try? Pattern(pattern.anchoredSource(at: .end))
        else { return nil }
        return TagFilter(pattern: anchored, extract: extract)
    }

    private init(pattern: Pattern, extract: ExpansionTemplate?) {
        self.pattern = pattern
        self.extract = extract
    }

    /// What the policy compares of `tag`; nil if the pattern matches nowhere in it.
    package func value(of tag: String) -> String? {
        values(of: [tag])[0]
    }

    /// The value of each tag, in order.
    package func values(of tags: [String]) -> [String?] {
        var matcher = PatternMatcher(pattern)
        return tags.map { tag in
            let bytes = Array(tag.utf8)
            guard let match = matcher.firstMatch(in: bytes) else { return nil }
            return extract?.expanded(with: match, of: pattern, in: bytes) ?? tag
        }
    }
}

/// The tags that an ImageRepository drops before any policy sees them: `spec.exclusionList`.
package struct TagExclusions: Sendable {
    package let patterns: [Pattern]

    /// What holds where the list is missing or empty.
    package static let defaultPattern = #"^.*\.sig$"#

    /// Nothing is dropped; for tags that were scanned already.
    package static let none = TagExclusions(patterns: [])

    /// What holds where there is no list; compiled once for all repositories.
    private static let standard = Result { () throws(PatternError) in
        TagExclusions(patterns: [try Pattern(defaultPattern)])
    }

    private init(patterns: [Pattern]) {
        self.patterns = patterns
    }

    /// An empty list means the default, as in Flux.
    package init(_ list: [String]) throws(PatternError) {
        guard !list.isEmpty else {
            self = try Self.standard.get()
            return
        }
        var patterns: [Pattern] = []
        for pattern in list { patterns.append(try Pattern(pattern)) }
        self.init(patterns: patterns)
    }

    /// Nil where one of the patterns is no regular expression: Flux then scans nothing.
    package init?(valid list: [String]) {
        do throws(PatternError) {
            try self.init(list)
        } catch {
            return nil
        }
    }

    /// For each tag the pattern that drops it, if any.
    package func droppingPatterns(for tags: [String]) -> [String?] {
        if patterns.isEmpty { return Array(repeating: nil, count: tags.count) }
        if patterns.map(\.source) == [Self.defaultPattern] {
            return tags.map { Self.defaultDrops($0) ? Self.defaultPattern : nil }
        }
        var matchers = patterns.map { (source: $0.source, matcher: PatternMatcher($0)) }
        return tags.map { tag in
            for index in matchers.indices
            where matchers[index].matcher.firstMatch(in: Array(tag.utf8)) != nil {
                return matchers[index].source
            }
            return nil
        }
    }

    /// Whether the default pattern matches, which is asked of every tag there is.
    private static func defaultDrops(_ tag: String) -> Bool {
        tag.utf8.suffix(4).elementsEqual(".sig".utf8) && !tag.utf8.contains(UInt8(ascii: "\n"))
    }
}

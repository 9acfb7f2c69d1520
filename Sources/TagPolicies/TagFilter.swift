package import RegularLanguages

/// The tags that a policy considers, and the part of them that it compares: `spec.filterTags`.
package struct TagFilter: Sendable {
    package let pattern: Pattern
    /// Nil if the whole tag is compared.
    package let extract: ExpansionTemplate?

    /// The filter with a `$` added to its pattern; nil if it already ends in one.
    package var anchoredAtEnd: TagFilter? {
        guard !pattern.isAnchored(at: .end),
            let anchored = try? Pattern(pattern.anchoredSource(at: .end))
        else { return nil }
        return TagFilter(pattern: anchored, extract: extract)
    }

    /// Returns the value of `tag` that the policy compares; nil if the pattern does not match.
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

    /// The group whose text is the value; nil if the value is the whole tag or has several parts.
    package var comparedGroup: PatternNode? {
        guard let extract, extract.pieces.count == 1, let piece = extract.pieces.first else {
            return nil
        }
        switch piece.part {
        case .text: return nil
        case .group(let number): return pattern.root.group(number)
        case .name(let name):
            let numbers = pattern.groups(named: name)
            return numbers.count == 1 ? pattern.root.group(numbers[0]) : nil
        }
    }

    /// Whether the pattern alone proves that every value consists of digits.
    package var givesDigitsOnly: Bool {
        guard let group = comparedGroup, case .capture(let number, _, _) = group.kind else {
            return false
        }
        return pattern.root.alwaysSets(group: number) && group.shape?.isNumeric == true
    }
}

extension TagFilter {
    package init(pattern: String, extract: String = "") throws(PatternError) {
        self.pattern = try Pattern(pattern)
        self.extract = extract.isEmpty ? nil : ExpansionTemplate(extract)
    }
}

/// The tags that an ImageRepository drops before its policies: `spec.exclusionList`.
package struct TagExclusions: Sendable {
    package let patterns: [Pattern]

    /// The list that applies if the field is missing or empty.
    package static let defaultPattern = #"^.*\.sig$"#

    /// No exclusions, for tags that are already scanned.
    package static let none = TagExclusions(patterns: [])

    /// The default list, compiled once for all repositories.
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

    /// Returns nil if a pattern is not a valid regular expression: Flux then does not scan.
    package init?(valid list: [String]) {
        guard let exclusions = try? TagExclusions(list) else { return nil }
        self = exclusions
    }

    /// Returns for each tag the pattern that drops it, if any.
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

    /// Whether the default pattern matches; without a matcher, because all tags are tested.
    private static func defaultDrops(_ tag: String) -> Bool {
        tag.utf8.suffix(4).elementsEqual(".sig".utf8) && !tag.utf8.contains(UInt8(ascii: "\n"))
    }
}

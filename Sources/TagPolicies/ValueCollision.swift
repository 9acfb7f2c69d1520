import RegularLanguages

/// Two tags with one value, because the template drops a number in which they differ.
package struct ValueCollision: Hashable, Sendable {
    /// The tag that Flux keeps: the smaller by bytes.
    package let kept: String
    package let lost: String
    package let value: String
}

extension TagPolicy {
    /// Returns two tags like `sample` with one value; nil if none are found.
    ///
    /// Considers only a number after all groups of the template, in a place where the pattern
    /// accepts digits only: a patch, a revision or a second counter. A number before them may be
    /// implied by the value, a hash always is, and a time in the value identifies the build.
    package func collision(like sample: String) -> ValueCollision? {
        guard let filter, let extract = filter.extract, !filter.namesTime,
            let value = filter.value(of: sample), !TagSample(value).containsTime,
            let end = filter.endOfGroups(of: extract, in: sample)
        else { return nil }
        let form = TagSample(sample)
        func tag(_ number: Range<Int>, _ text: String) -> String? {
            let tag = form.tag(replacing: [(number, text)])
            return filter.value(of: tag) == value && selection(from: [tag]).selected == tag
                ? tag : nil
        }
        for number in form.words.compactMap(form.trailingNumber) where number.lowerBound >= end {
            let digits = ["1", "2"].map { String(repeating: $0, count: number.count) }
            guard tag(number, String(repeating: "a", count: number.count)) == nil,
                let first = tag(number, digits[0]), let second = tag(number, digits[1])
            else { continue }
            return ValueCollision(kept: first, lost: second, value: value)
        }
        return nil
    }
}

extension TagFilter {
    /// Whether the template uses a group that is named after a time.
    package var namesTime: Bool {
        let words = ["ts", "time", "date", "epoch", "created", "unix"]
        return extract?.pieces.contains { piece in
            guard case .name(let name) = piece.part else { return false }
            let group = name.lowercased()
            return group == words[0] || words.dropFirst().contains { group.contains($0) }
        } ?? false
    }

    /// The end of the last group in a tag that the template uses; nil if it uses none.
    fileprivate func endOfGroups(of extract: ExpansionTemplate, in tag: String) -> Int? {
        var matcher = PatternMatcher(pattern)
        guard let match = matcher.firstMatch(in: Array(tag.utf8)) else { return nil }
        return extract.pieces.compactMap { piece -> Int? in
            switch piece.part {
            case .text: nil
            case .group(let number): match.range(ofGroup: number)?.upperBound
            case .name(let name): match.range(ofGroupNamed: name, in: pattern)?.upperBound
            }
        }.max()
    }
}

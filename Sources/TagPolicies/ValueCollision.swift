import RegularLanguages

/// Two tags that a policy cannot tell apart, because its template drops a number that differs.
package struct ValueCollision: Hashable, Sendable {
    /// The one that Flux keeps: the smaller by bytes.
    package let kept: String
    package let lost: String
    package let value: String
}

extension TagPolicy {
    /// Two tags like `sample` of one value; nil if none shows.
    ///
    /// Counts only a number behind all that the template takes, where the pattern takes nothing
    /// but digits: that is a patch, a revision or a second counter. A number in front of it may
    /// be implied by it, a hash always is, and a time that is taken tells builds apart.
    package func collision(like sample: String) -> ValueCollision? {
        guard let filter, let extract = filter.extract, !filter.namesTime,
            let value = filter.value(of: sample), !TagSample(value).holdsTime,
            let end = filter.takenEnd(of: sample, by: extract)
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
    /// Whether the template names a group that is called after a time.
    package var namesTime: Bool {
        let words = ["ts", "time", "date", "epoch", "created", "unix"]
        return extract?.pieces.contains { piece in
            guard case .name(let name) = piece.part else { return false }
            let group = name.lowercased()
            return group == words[0] || words.dropFirst().contains { group.contains($0) }
        } ?? false
    }

    /// Where the last group ends that the template takes from a tag; nil if it takes none.
    fileprivate func takenEnd(of tag: String, by extract: ExpansionTemplate) -> Int? {
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

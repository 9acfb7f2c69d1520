import RegularLanguages

extension TagPolicy {
    /// Returns a tag of the same form as `tag` with more realistic numbers, if the policy treats it
    /// in the same way; otherwise `tag` itself.
    ///
    /// The shortest member of a language has zeros for all digits.
    package func plausible(_ tag: String) -> String {
        var result = tag
        for word in TagSample(tag).words.reversed() {
            let sample = TagSample(result)
            guard sample.isNumber(word), Set(sample.bytes[word]) == [UInt8(ascii: "0")] else {
                continue
            }
            let candidates = ["1a2b3c4", "1"].map {
                sample.tag(replacing: [(word, Self.text($0, ofWidth: word.count))])
            }
            result = candidates.first { isAlike($0, tag) } ?? result
        }
        return result
    }

    /// Returns tags like `tag` whose value is one of `words`, the likeliest first.
    ///
    /// Empty unless there is a filter that matches the tag.
    package func tags(like tag: String, valued words: [String]) -> [String] {
        guard let filter, let value = filter.value(of: tag), !value.isEmpty else { return [] }
        let (bytes, part) = (Array(tag.utf8), Array(value.utf8))
        let places = bytes.indices.filter { bytes[$0...].starts(with: part) }
        return places.reversed().flatMap { start in
            words.map { word in
                String(decoding: bytes[..<start], as: UTF8.self) + word
                    + String(decoding: bytes[(start + part.count)...], as: UTF8.self)
            }
        }.filter { tag in words.contains { filter.value(of: tag) == $0 } }
    }

    private static func text(_ text: String, ofWidth width: Int) -> String {
        width == 1 ? text : String(text.prefix(1)) + String(repeating: "0", count: width - 1)
    }

    /// Whether filter and ordering accept both tags or neither.
    private func isAlike(_ candidate: String, _ tag: String) -> Bool {
        func fate(_ tag: String) -> (kept: Bool, value: String?) {
            (selection(from: [tag]).selected != nil, filter.map { $0.value(of: tag) } ?? tag)
        }
        let (one, other) = (fate(candidate), fate(tag))
        return one.kept == other.kept && (one.value == nil) == (other.value == nil)
    }
}

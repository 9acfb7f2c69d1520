import RegularLanguages

/// Two tags of which a policy takes the older one for later.
package struct OrderFlaw: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A number grows, and the values do not follow.
        case number
        /// Of two numbers the first grows, and the second weighs more.
        case joinedNumbers
        /// Hexadecimal digits that are no number come first.
        case hash
    }

    package let cause: Cause
    package let older: String
    package let newer: String
}

extension TagPolicy {
    /// A flaw in the order of tags that look like `sample`; nil if none shows.
    ///
    /// Every answer was given by the policy itself. Numbers count where digits stand between
    /// separators, behind letters or not; the first weighs most. Where the filter takes letters
    /// in the place of digits as well, they only count if somebody `trusts` the sample, because
    /// such a tag exists; what shows fixed widths in it, a leading zero or many digits, never does.
    package func orderFlaw(like sample: String, trusts: Bool) -> OrderFlaw? {
        if case .semver = ordering { return nil }
        let search = OrderSearch(policy: ascending, sample: sample, trusts: trusts)
        return search.hashFlaw ?? search.numberFlaw ?? search.joinedFlaw
    }

    private var ascending: TagPolicy {
        let ordering: TagOrdering =
            switch ordering {
            case .semver: ordering
            case .alphabetical: .alphabetical(.ascending)
            case .numerical: .numerical(.ascending)
            }
        return TagPolicy(ordering: ordering, filter: filter)
    }
}

/// Changes the numbers of a sample, and watches what the policy makes of it.
private struct OrderSearch {
    /// Digits from here on are a date or a time, and stay as wide as they are.
    private static let timestampWidth = 8

    private let policy: TagPolicy
    private let sample: [UInt8]
    private let trusts: Bool
    /// What stands between separators.
    private let words: [Range<Int>]

    init(policy: TagPolicy, sample: String, trusts: Bool) {
        self.policy = policy
        self.sample = Array(sample.utf8)
        self.trusts = trusts
        words = self.sample.indices.split { [sample = self.sample] in
            ASCIISet.wordSeparators.contains(sample[$0])
        }.compactMap { $0.isEmpty ? nil : $0.startIndex..<$0.endIndex }
    }

    // MARK: Numbers

    var numberFlaw: OrderFlaw? {
        numbers.reversed().lazy.compactMap { number in
            let nines = String(repeating: "9", count: number.count)
            let next = "1" + String(repeating: "0", count: number.count)
            return flaw(.number, older: tag([(number, nines)]), newer: tag([(number, next)]))
        }.first
    }

    var joinedFlaw: OrderFlaw? {
        guard case .numerical = policy.ordering else { return nil }
        for (first, second) in zip(numbers, numbers.dropFirst()) {
            let older = tag([(first, "1"), (second, "10")])
            let newer = tag([(first, "2"), (second, "1")])
            if let flaw = flaw(.joinedNumbers, older: older, newer: newer) { return flaw }
        }
        return nil
    }

    /// The digits at the end of each word, where they are a number that can grow by a digit.
    private var numbers: [Range<Int>] {
        let numbers = words.compactMap { word -> Range<Int>? in
            let digits = sample[word].reversed().prefix { ASCIISet.digits.contains($0) }.count
            let number = word.upperBound - digits..<word.upperBound
            guard digits > 0, !isHash(word) else { return nil }
            return number
        }
        guard trusts else { return numbers.filter { value(of: tag([($0, "x")])) == nil } }
        // Several numbers of two digits are as likely a date as a version.
        let open = numbers.filter { !hasFixedWidth($0) }
        return numbers.count > 1 && open.allSatisfy { $0.count == 2 } ? [] : open
    }

    /// Whether a number in a tag that exists is a year, a date, a time, or filled up with zeros.
    private func hasFixedWidth(_ number: Range<Int>) -> Bool {
        let digits = String(decoding: sample[number], as: UTF8.self)
        let isYear = digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
        return digits.count >= Self.timestampWidth || digits.count > 1 && digits.hasPrefix("0")
            || isYear
    }

    private func flaw(_ cause: OrderFlaw.Cause, older: String, newer: String) -> OrderFlaw? {
        guard let oldValue = value(of: older), let newValue = value(of: newer),
            oldValue != newValue, policy.selection(from: [older, newer]).selected == older
        else { return nil }
        return OrderFlaw(cause: cause, older: older, newer: newer)
    }

    // MARK: Hashes

    /// Only text is compared by its hashes, and only where nothing in front of them decides.
    var hashFlaw: OrderFlaw? {
        guard case .alphabetical = policy.ordering,
            let word = words.first(where: isHash), !varies(before: word)
        else { return nil }
        let last = words.last { $0.lowerBound > word.lowerBound && holdsDigits($0) }
        func tag(_ letter: String, _ digit: String) -> String {
            let places = [(word, letter)] + (last.map { [($0, digit)] } ?? [])
            return self.tag(places.map { ($0, String(repeating: $1, count: $0.count)) })
        }
        return flaw(.hash, older: tag("b", "1"), newer: tag("a", "2"))
    }

    /// Whether the word is a hash to the filter, or looks like one in a tag that exists.
    private func isHash(_ word: Range<Int>) -> Bool {
        func takes(_ letter: String) -> Bool {
            value(of: tag([(word, String(repeating: letter, count: word.count))])) != nil
        }
        guard takes("a"), takes("0") else { return false }
        if !takes("z") { return true }
        let letters = ASCIISet(charactersOf: "abcdef")
        return trusts && word.count >= 7
            && sample[word].allSatisfy { letters.union(.digits).contains($0) }
            && sample[word].contains(where: letters.contains)
            && sample[word].contains(where: ASCIISet.digits.contains)
    }

    private func holdsDigits(_ word: Range<Int>) -> Bool {
        sample[word].allSatisfy(ASCIISet.digits.contains)
    }

    private func varies(before word: Range<Int>) -> Bool {
        words.prefix { $0.upperBound <= word.lowerBound }.contains { earlier in
            // Of a tag that exists, words are taken for fixed.
            let isFixed = trusts && !sample[earlier].contains(where: ASCIISet.digits.contains)
            return !isFixed
                && ["1", "2", "b", "c"].contains { letter in
                    let changed = tag([(earlier, String(repeating: letter, count: earlier.count))])
                    return changed != String(decoding: sample, as: UTF8.self)
                        && value(of: changed) != nil
                }
        }
    }

    // MARK: Tags

    private func value(of tag: String) -> String? {
        guard let filter = policy.filter else { return tag }
        return filter.value(of: tag)
    }

    /// The sample with other texts in some places, which are in order.
    private func tag(_ changes: [(place: Range<Int>, text: String)]) -> String {
        var result = sample
        for (place, text) in changes.reversed() { result.replaceSubrange(place, with: text.utf8) }
        return String(decoding: result, as: UTF8.self)
    }
}

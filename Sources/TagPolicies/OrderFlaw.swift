import RegularLanguages

/// Two tags of which a policy selects the older one.
package struct OrderFlaw: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A number grows by a digit, and is compared as text.
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
    /// in the place of digits as well, they only count if the caller `trusts` the sample, because
    /// such a tag exists; numbers of a fixed width in it never do. Versions are judged by tags
    /// that exist alone, and only by counters with letters in their pre-release, as in `-ls99`.
    ///
    /// A descending order of numbers is another defect, so of such policies only hashes count.
    package func orderFlaw(like sample: String, trusts: Bool) -> OrderFlaw? {
        let search = OrderSearch(policy: self, sample: TagSample(sample), trusts: trusts)
        switch ordering {
        case .semver: return trusts ? search.counterFlaw : nil
        case .alphabetical(.descending): return search.hashFlaw
        case .numerical(.descending): return nil
        case .alphabetical(.ascending), .numerical(.ascending):
            return search.hashFlaw ?? search.numberFlaw ?? search.joinedFlaw
        }
    }
}

/// Changes the numbers of a sample, and asks the policy which of the tags it selects.
private struct OrderSearch {
    let policy: TagPolicy
    let sample: TagSample
    let trusts: Bool

    // MARK: Numbers

    var numberFlaw: OrderFlaw? { numbers.reversed().lazy.compactMap(growthFlaw).first }

    /// A counter behind letters that semver compares as text, if it has reached two digits.
    var counterFlaw: OrderFlaw? {
        sample.words.reversed().lazy.compactMap { word in
            guard let number = sample.trailingNumber(of: word), number.count > 1, number != word,
                !isHash(word), !sample.hasFixedWidth(number)
            else { return nil }
            return growthFlaw(of: number)
        }.first
    }

    var joinedFlaw: OrderFlaw? {
        guard case .numerical = policy.ordering else { return nil }
        for (first, second) in zip(numbers, numbers.dropFirst()) {
            guard
                value(of: sample.tag(replacing: [(first, "1")]))
                    != value(of: sample.tag(replacing: [(first, "2")]))
            else { continue }
            let older = sample.tag(replacing: [(first, "1"), (second, "10")])
            let newer = sample.tag(replacing: [(first, "2"), (second, "1")])
            if let flaw = flaw(.joinedNumbers, older: older, newer: newer) { return flaw }
        }
        return nil
    }

    /// The flaw that shows when a number gets one more digit.
    private func growthFlaw(of number: Range<Int>) -> OrderFlaw? {
        let nines = String(repeating: "9", count: number.count)
        let next = "1" + String(repeating: "0", count: number.count)
        return flaw(
            .number, older: sample.tag(replacing: [(number, nines)]),
            newer: sample.tag(replacing: [(number, next)]))
    }

    /// The digits at the end of each word, where they are a number that can grow by a digit.
    private var numbers: [Range<Int>] {
        let numbers = sample.words.filter { !isHash($0) && !sample.isMixed($0) }
            .compactMap(sample.trailingNumber)
        guard trusts else {
            return numbers.filter { value(of: sample.tag(replacing: [($0, "x")])) == nil }
        }
        // Several numbers of two digits are as likely a date as a version.
        let open = numbers.filter { !sample.hasFixedWidth($0) }
        return numbers.count > 1 && open.allSatisfy { $0.count == 2 } ? [] : open
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
        guard case .alphabetical(let direction) = policy.ordering,
            let word = sample.words.first(where: isHash), !varies(before: word)
        else { return nil }
        let last = sample.words.last { $0.lowerBound > word.lowerBound && sample.isNumber($0) }
        func tag(_ letter: String, _ digit: String) -> String {
            let places = [(word, letter)] + (last.map { [($0, digit)] } ?? [])
            return sample.tag(
                replacing: places.map { ($0, String(repeating: $1, count: $0.count)) })
        }
        return direction == .ascending
            ? flaw(.hash, older: tag("b", "1"), newer: tag("a", "2"))
            : flaw(.hash, older: tag("a", "1"), newer: tag("b", "2"))
    }

    /// Whether the word is a hash to the filter, or looks like one in a tag that exists.
    private func isHash(_ word: Range<Int>) -> Bool {
        func takes(_ letter: String) -> Bool {
            let text = String(repeating: letter, count: word.count)
            return value(of: sample.tag(replacing: [(word, text)])) != nil
        }
        guard takes("a"), takes("0") else { return false }
        if !takes("z") { return true }
        let letters = ASCIISet(charactersOf: "abcdef")
        // `git describe` puts a `g` before the hash.
        let isDescribed = sample.bytes[word.lowerBound] == UInt8(ascii: "g")
        let text = sample.bytes[word].dropFirst(isDescribed ? 1 : 0)
        return trusts && text.count >= 7
            && text.allSatisfy { letters.union(.digits).contains($0) }
            && text.contains(where: letters.contains)
            && text.contains(where: ASCIISet.digits.contains)
    }

    /// Whether the filter takes another text in the place of an earlier word.
    private func varies(before word: Range<Int>) -> Bool {
        sample.words.prefix { $0.upperBound <= word.lowerBound }.contains { earlier in
            // Of a tag that exists, words are taken for fixed.
            if trusts, !sample.bytes[earlier].contains(where: ASCIISet.digits.contains) {
                return false
            }
            // Some of a date's digits may be fixed, as in `20[0-9]{6}`, and letters stand in a time
            // such as `20260331T094803Z`.
            let digits = earlier.filter { ASCIISet.digits.contains(sample.bytes[$0]) }
            let last = earlier.upperBound - 1
            let places = [earlier, last..<earlier.upperBound] + digits.map { $0..<$0 + 1 }
            return places.contains { place in
                ["1", "2", "b", "c"].contains { letter in
                    let text = String(repeating: letter, count: place.count)
                    return !text.utf8.elementsEqual(sample.bytes[place])
                        && value(of: sample.tag(replacing: [(place, text)])) != nil
                }
            }
        }
    }

    private func value(of tag: String) -> String? {
        guard let filter = policy.filter else { return tag }
        return filter.value(of: tag)
    }
}

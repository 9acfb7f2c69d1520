import RegularLanguages

/// Two tags of which a policy selects the older one.
package struct OrderFlaw: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A number grows by a digit, but is compared as text.
        case number
        /// Two numbers are joined to one, in which the second outweighs the first.
        case joinedNumbers
        /// Hexadecimal digits of a hash are compared before the numbers.
        case hash
    }

    package let cause: Cause
    package let older: String
    package let newer: String
}

extension TagPolicy {
    /// Returns a flaw in the order of tags that look like `sample`; nil if none is found.
    ///
    /// Every answer is confirmed by the policy itself. A number is a run of digits at the end of a
    /// word between separators; the first one counts most. If the filter accepts letters in place
    /// of digits as well, numbers count only if the caller `trusts` the sample, because such a tag
    /// exists; numbers of a fixed width in it never do. Versions are checked for existing tags
    /// only, and only for counters after letters in their pre-release, as in `-ls99`.
    ///
    /// A descending order of numbers is a separate defect; there only hashes are checked.
    package func orderFlaw(like sample: String, trusts: Bool) -> OrderFlaw? {
        let search = OrderSearch(policy: self, sample: TagSample(sample), trusts: trusts)
        switch ordering {
        case .semver: return trusts ? search.counterFlaw : nil
        case .alphabetical(.descending): return search.hashFlaw
        case .numerical(.descending): return nil
        case .alphabetical(.ascending), .numerical(.ascending):
            if let flaw = search.hashFlaw { return flaw }
            let numbers = search.numbers
            return search.numberFlaw(among: numbers) ?? search.joinedFlaw(among: numbers)
        }
    }
}

/// Varies the numbers of a sample and asks the policy which tag it selects.
private struct OrderSearch {
    let policy: TagPolicy
    let sample: TagSample
    let trusts: Bool

    // MARK: Numbers

    func numberFlaw(among numbers: [Range<Int>]) -> OrderFlaw? {
        numbers.reversed().lazy.compactMap(growthFlaw).first
    }

    /// The flaw of a counter of two or more digits after letters, which semver compares as text.
    var counterFlaw: OrderFlaw? {
        sample.words.reversed().lazy.compactMap { word in
            guard let number = sample.trailingNumber(of: word), number.count > 1, number != word,
                !isHash(word), !sample.hasFixedWidth(number)
            else { return nil }
            return growthFlaw(of: number)
        }.first
    }

    func joinedFlaw(among numbers: [Range<Int>]) -> OrderFlaw? {
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

    /// The flaw that appears when a number gets one more digit.
    private func growthFlaw(of number: Range<Int>) -> OrderFlaw? {
        let nines = String(repeating: "9", count: number.count)
        let next = "1" + String(repeating: "0", count: number.count)
        return flaw(
            .number, older: sample.tag(replacing: [(number, nines)]),
            newer: sample.tag(replacing: [(number, next)]))
    }

    /// The digits at the end of each word that can grow by a digit.
    var numbers: [Range<Int>] {
        let numbers = sample.words.filter { !isHash($0) && !sample.isMixed($0) }
            .compactMap(sample.trailingNumber)
        guard trusts else {
            return numbers.filter { value(of: sample.tag(replacing: [($0, "x")])) == nil }
        }
        // Several numbers of two digits may as well be a date as a version.
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

    /// The flaw of a hash in an alphabetical order, if no word before the hash decides the order.
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

    /// Whether the filter requires a hash in place of the word, or the word of an existing tag
    /// looks like one.
    private func isHash(_ word: Range<Int>) -> Bool {
        func accepts(_ letter: String) -> Bool {
            let text = String(repeating: letter, count: word.count)
            return value(of: sample.tag(replacing: [(word, text)])) != nil
        }
        guard accepts("a"), accepts("0") else { return false }
        if !accepts("z") { return true }
        let letters = ASCIISet(charactersOf: "abcdef")
        // `git describe` puts a `g` before the hash.
        let isDescribed = sample.bytes[word.lowerBound] == UInt8(ascii: "g")
        let text = sample.bytes[word].dropFirst(isDescribed ? 1 : 0)
        return trusts && text.count >= 7
            && text.allSatisfy { letters.union(.digits).contains($0) }
            && text.contains(where: letters.contains)
            && text.contains(where: ASCIISet.digits.contains)
    }

    /// Whether the filter accepts another text in place of an earlier word.
    private func varies(before word: Range<Int>) -> Bool {
        sample.words.prefix { $0.upperBound <= word.lowerBound }.contains { earlier in
            // Words of an existing tag are assumed to be fixed.
            if trusts, !sample.bytes[earlier].contains(where: ASCIISet.digits.contains) {
                return false
            }
            // Some digits of a date may be fixed, as in `20[0-9]{6}`, and times may contain
            // letters, as in `20260331T094803Z`.
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

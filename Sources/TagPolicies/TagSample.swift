import RegularLanguages

/// A tag whose words and digits can be replaced to make other tags of the same form.
struct TagSample {
    let bytes: [UInt8]
    /// The texts between separators, in order; never empty.
    let words: [Range<Int>]
    /// The offsets of the digits of dates, and of the times of day after them.
    let dateTimeDigits: Set<Int>

    init(_ tag: String) {
        let bytes = Array(tag.utf8)
        self.bytes = bytes
        words = bytes.runs { !ASCIISet.wordSeparators.contains($0) }
        dateTimeDigits = Set(DateTimeScanner(bytes).numbers.joined())
    }

    /// The digits at the end of a word; nil if there are none.
    func trailingNumber(of word: Range<Int>) -> Range<Int>? {
        let count = bytes[word].reversed().prefix { ASCIISet.digits.contains($0) }.count
        return count == 0 ? nil : word.upperBound - count..<word.upperBound
    }

    func isNumber(_ word: Range<Int>) -> Bool {
        bytes[word].allSatisfy(ASCIISet.digits.contains)
    }

    /// Whether the final digits belong to a hash or time, because only letters that occur in one
    /// separate them from other digits, as in `1a2b3` or `20260331T0948`.
    func isMixed(_ word: Range<Int>) -> Bool {
        guard let number = trailingNumber(of: word) else { return false }
        let front = bytes[word.lowerBound..<number.lowerBound]
        let letters = ASCIISet(charactersOf: "abcdefghmstTwWzZ")
        return front.contains(where: ASCIISet.digits.contains)
            && front.allSatisfy(letters.union(.digits).contains)
    }

    /// Whether a number is a year, part of a date or time, or padded with zeros.
    func hasFixedWidth(_ number: Range<Int>) -> Bool {
        let digits = String(decoding: bytes[number], as: UTF8.self)
        let isYear = digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
        return digits.count >= Self.timestampWidth || digits.count > 1 && digits.hasPrefix("0")
            || isYear || dateTimeDigits.contains(number.lowerBound)
    }

    /// Numbers with this many digits are dates or times, which never get longer.
    private static let timestampWidth = 8

    /// Returns the tag with other texts in some places, given in order.
    func tag(replacing changes: [(place: Range<Int>, text: String)]) -> String {
        var result = bytes
        for (place, text) in changes.reversed() { result.replaceSubrange(place, with: text.utf8) }
        return String(decoding: result, as: UTF8.self)
    }
}

extension TagPolicy {
    /// Whether the policy compares whole tags of which only numbers vary, as far as tags like
    /// `sample` show.
    package func comparesNumbersAlone(in sample: String) -> Bool {
        guard let filter, filter.extract == nil else { return false }
        let form = TagSample(sample)
        func accepts(_ text: String, inPlaceOf word: Range<Int>) -> Bool {
            let tag = form.tag(
                replacing: [(word, String(repeating: text, count: word.count))])
            return !tag.utf8.elementsEqual(form.bytes) && filter.value(of: tag) != nil
        }
        return filter.value(of: sample + "-z") == nil
            && form.words.contains { word in
                form.isNumber(word) && ["1", "2"].contains { accepts($0, inPlaceOf: word) }
            }
            && form.words.allSatisfy { word in
                !["a", "z"].contains { accepts($0, inPlaceOf: word) }
            }
    }

    /// Whether the value of an existing tag has a date or time as its first number.
    package func comparesTimeFirst(in tag: String) -> Bool {
        (filter.map { $0.value(of: tag) } ?? tag).map { TagSample($0).beginsWithTime } ?? false
    }
}

extension TagSample {
    /// Whether the first number is a date, or a Unix time in seconds or milliseconds.
    var beginsWithTime: Bool {
        guard let first = bytes.runs(where: ASCIISet.digits.contains).first else { return false }
        return dateTimeDigits.contains(first.lowerBound) || isTime(first)
    }

    /// Whether the tag contains a time that identifies a build: a Unix time, or a date with a time
    /// of day.
    var containsTime: Bool {
        let numbers = bytes.runs(where: ASCIISet.digits.contains)
        return numbers.contains(where: isTime)
            || numbers.filter { dateTimeDigits.contains($0.lowerBound) }
                .map(\.count).reduce(0, +) > 8
    }

    private func isTime(_ number: Range<Int>) -> Bool {
        switch number.count {
        // From 2001 to 2033, and the same in milliseconds.
        case 10, 13: bytes[number.lowerBound] == UInt8(ascii: "1")
        case 12, 14: DateTimeScanner.startsWithDate(bytes[number])
        default: false
        }
    }
}

/// Finds dates (`20240131`, `2024-01-31`) and the times of day after them (`0930`, `093015`,
/// `09-30-15`) in a tag.
private struct DateTimeScanner {
    private let bytes: [UInt8]
    private let runs: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        runs = bytes.runs(where: ASCIISet.digits.contains)
    }

    /// Whether the digits start with a year, a month and a day.
    static func startsWithDate(_ digits: ArraySlice<UInt8>) -> Bool {
        let start = digits.startIndex
        return digits.count >= 8 && isYear(digits[start..<start + 4])
            && isMonth(digits[start + 4..<start + 6]) && isDay(digits[start + 6..<start + 8])
    }

    /// The numbers that belong to dates and times.
    var numbers: [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < runs.count {
            let date = dateLength(at: index)
            guard date > 0 else {
                index += 1
                continue
            }
            let end = index + date + timeLength(at: index + date)
            found += runs[index..<end]
            index = end
        }
        return found
    }

    /// Returns how many numbers from `index` on form a date; 0 if they do not.
    private func dateLength(at index: Int) -> Int {
        if runs[index].count == 8, Self.startsWithDate(bytes[runs[index]]) { return 1 }
        let isDate =
            index + 2 < runs.count && Self.isYear(bytes[runs[index]])
            && follows(index + 1) && Self.isMonth(bytes[runs[index + 1]])
            && follows(index + 2) && Self.isDay(bytes[runs[index + 2]])
        return isDate ? 3 : 0
    }

    /// Returns how many numbers after a date form a time of day; 0 if they do not.
    private func timeLength(at index: Int) -> Int {
        guard index < runs.count, follows(index) else { return 0 }
        let digits = bytes[runs[index]]
        let start = digits.startIndex
        switch digits.count {
        case 4, 6:
            let isTime = stride(from: start, to: digits.endIndex, by: 2).allSatisfy {
                Self.number(digits[$0..<$0 + 2]) < ($0 == start ? 24 : 60)
            }
            return isTime ? 1 : 0
        case 2:
            let parts = runs[index...].prefix(3).enumerated().prefix { offset, run in
                follows(index + offset) && run.count == 2
                    && Self.number(bytes[run]) < (offset == 0 ? 24 : 60)
            }
            return parts.count > 1 ? parts.count : 0
        default: return 0
        }
    }

    /// Whether only one separator or a `T` is between a number and the one before it.
    private func follows(_ index: Int) -> Bool {
        let between = runs[index - 1].upperBound..<runs[index].lowerBound
        return between.count == 1
            && ASCIISet.wordSeparators.union(ASCIISet(charactersOf: "Tt"))
                .contains(bytes[between.lowerBound])
    }

    private static func isYear(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 4 && (1990..<2100).contains(number(digits))
    }

    private static func isMonth(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 2 && (1...12).contains(number(digits))
    }

    private static func isDay(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 2 && (1...31).contains(number(digits))
    }

    /// At most six digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

extension [UInt8] {
    /// The longest runs of bytes that have a property, in order.
    fileprivate func runs(where belongs: (UInt8) -> Bool) -> [Range<Int>] {
        indices.split { !belongs(self[$0]) }.map { $0.startIndex..<$0.endIndex }
    }
}

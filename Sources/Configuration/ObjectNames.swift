/// Names of objects, prepared for the question which of them another name means.
package struct ObjectNames: Sendable {
    /// By the digits and environment names in them, which tell objects of one application apart.
    private var names: [[String]: [ObjectWords]] = [:]

    package init(_ names: some Sequence<String>) {
        for name in Set(names) {
            let words = ObjectWords(name)
            self.names[words.marks, default: []].append(words)
        }
    }

    /// The one name among several groups that is evidently meant; nil for none and for several.
    ///
    /// Evident is, in this order: the same name but for case and separators (`pod-info`), one slip
    /// in one word of it (`bakcend`), and a beginning or an end that represents the whole
    /// (`jupyter` for `jupyterhub`). Words that name environments and numbers tell objects apart:
    /// `web-dev` never means `web-tst`, nor `db1` `db2`.
    ///
    /// Cost: linear in the number of names with the same marks.
    package static func name(meantBy name: String, in groups: [ObjectNames]) -> String? {
        let words = ObjectWords(name)
        var nearest: (closeness: ObjectWords.Closeness, name: String)?
        var isOnly = true
        for candidate in groups.lazy.flatMap({ $0.names[words.marks] ?? [] })
        where candidate.name != name && candidate.name != nearest?.name {
            guard let closeness = words.closeness(to: candidate) else { continue }
            if let best = nearest, best.closeness <= closeness {
                if best.closeness == closeness { isOnly = false }
            } else {
                (nearest, isOnly) = ((closeness, candidate.name), true)
            }
        }
        return isOnly ? nearest?.name : nil
    }
}

/// An object's name, as its separators part it.
private struct ObjectWords {
    enum Closeness: Comparable {
        case sameLetters
        case slip
        case part
    }

    /// A shorter word becomes another word by any slip.
    private static let leastLetters = 4

    let name: String
    /// In lower case.
    private let words: [String]
    private let letters: String
    let marks: [String]

    init(_ name: String) {
        self.name = name
        words = name.lowercased().split { "-._".contains($0) }.map(String.init)
        letters = words.joined()
        marks = words.compactMap { word in
            let mark =
                EnvironmentTokens.known.contains(word) ? word : word.filter(\.isNumber)
            return mark.isEmpty ? nil : mark
        }
    }

    /// Nil where the names mean different objects; both must have the same marks.
    func closeness(to other: ObjectWords) -> Closeness? {
        if letters.isEmpty { return nil }
        if letters == other.letters { return .sameLetters }
        if words.count == other.words.count {
            let differing = zip(words, other.words).filter { $0 != $1 }
            if differing.count == 1, let (left, right) = differing.first,
                min(left.count, right.count) >= Self.leastLetters,
                Suggestion.isOneSlip(left, right)
            {
                return .slip
            }
        }
        let (short, long) =
            letters.utf8.count < other.letters.utf8.count
            ? (letters, other.letters) : (other.letters, letters)
        guard short.count >= Self.leastLetters, 2 * short.count >= long.count,
            long.hasPrefix(short) || long.hasSuffix(short)
        else { return nil }
        return .part
    }
}

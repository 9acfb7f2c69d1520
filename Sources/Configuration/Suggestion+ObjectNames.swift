extension Suggestion {
    /// The one candidate that is evidently meant by an object's name; nil for none and for several.
    ///
    /// Evident is, in this order: the same name but for case and separators (`pod-info`), one slip
    /// in one word of it (`bakcend`), and a beginning or an end that represents the whole
    /// (`jupyter` for `jupyterhub`). Words that name environments and numbers tell objects apart:
    /// `web-dev` never means `web-tst`, nor `db1` `db2`.
    package static func objectName(
        meantBy name: String, among candidates: some Sequence<String>
    ) -> String? {
        let words = ObjectWords(name)
        var nearest: (closeness: ObjectWords.Closeness, name: String)?
        var isOnly = true
        for candidate in candidates where candidate != name {
            guard let closeness = words.closeness(to: ObjectWords(candidate)) else { continue }
            if let best = nearest, best.closeness <= closeness {
                if best.closeness == closeness { isOnly = false }
            } else {
                (nearest, isOnly) = ((closeness, candidate), true)
            }
        }
        return isOnly ? nearest?.name : nil
    }

    /// Whether two names have anything in common that may be more than chance: few slips between
    /// them, or half of the shorter one as the beginning or the end of both.
    package static func isAlike(_ left: String, _ right: String) -> Bool {
        let beginning = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        let end = zip(left.utf8.reversed(), right.utf8.reversed()).prefix { $0 == $1 }.count
        return 2 * max(beginning, end) >= min(left.utf8.count, right.utf8.count)
            || nearest(to: left, among: [right]) != nil
    }
}

/// An object's name, as its separators part it.
private struct ObjectWords {
    enum Closeness: Comparable {
        case sameLetters
        case slip
        case part
    }

    /// A shorter word is another one with any slip in it.
    private static let leastLetters = 4

    private let words: [Substring]

    init(_ name: String) {
        words = name.lowercased().split { "-._".contains($0) }
    }

    /// Nil where they are the names of different things.
    func closeness(to other: ObjectWords) -> Closeness? {
        let (own, others) = (words.joined(), other.words.joined())
        guard marks == other.marks, !own.isEmpty else { return nil }
        if own == others { return .sameLetters }
        if words.count == other.words.count {
            let differing = zip(words, other.words).filter { $0 != $1 }
            if differing.count == 1, let (left, right) = differing.first,
                min(left.count, right.count) >= Self.leastLetters,
                Suggestion.isOneSlip(String(left), String(right))
            {
                return .slip
            }
        }
        let (short, long) = own.count < others.count ? (own, others) : (others, own)
        guard short.count >= Self.leastLetters, 2 * short.count >= long.count,
            long.hasPrefix(short) || long.hasSuffix(short)
        else { return nil }
        return .part
    }

    /// The digits and environment names that tell objects of one application apart.
    private var marks: [String] {
        words.map { word in
            EnvironmentTokens.known.contains(String(word)) ? String(word) : word.filter(\.isNumber)
        }.filter { !$0.isEmpty }
    }
}

/// A pattern for names made of parts with slashes between them: paths, images, namespaces.
///
/// A glob matches whole names, from the first part to the last, and letter case counts.
/// ```
/// ?        one character, but no slash
/// *        any number of characters, none among them, but no slash
/// [a-z]    one of these characters; [!a-z] or [^a-z] one of all others but the slash
/// {a,b}    as if the glob were written once with each; may be nested and contain slashes
/// **       as a whole part: any number of parts, none among them; the last part: one or more
/// \x       the character x itself
/// ```
/// So `clusters/**` is everything inside of `clusters`, `**/web` is `web` anywhere, and a leading
/// dot is a character as any other. There is no negation.
package struct GlobPattern: Sendable {
    /// A pattern for one part of a name.
    enum Part: Sendable {
        case text([Element])
        case anyParts
    }

    /// A pattern for one character of a part.
    enum Element: Hashable, Sendable {
        case character(Unicode.Scalar)
        case anyCharacter
        case anyText
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    package let source: String
    /// The glob with each choice of its braces.
    let alternatives: [[Part]]

    package init(_ source: String) throws(GlobError) {
        var parser = GlobParser(source)
        let lastOffset = max(source.utf8.count - 1, 0)
        alternatives = try parser.parse().map { tokens throws(GlobError) in
            try Self.parts(of: tokens, lastOffset: lastOffset)
        }
        self.source = source
    }

    /// Cost: at most the lengths of glob and name multiplied.
    package func matches(_ name: String) -> Bool {
        matches(GlobSubject(name))
    }

    package func matches(_ subject: GlobSubject) -> Bool {
        alternatives.contains { $0.matches(subject) }
    }
}

extension GlobPattern: Hashable {
    package static func == (left: GlobPattern, right: GlobPattern) -> Bool {
        left.source == right.source
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

/// A name taken apart once, to be compared with many globs.
package struct GlobSubject: Sendable {
    let parts: [ArraySlice<Unicode.Scalar>]

    package init(_ name: String) {
        parts = Array(name.unicodeScalars).split(separator: "/", omittingEmptySubsequences: false)
    }
}

extension [Setting<GlobPattern>] {
    /// Whether one of the globs matches the name.
    func match(_ subject: GlobSubject) -> Bool {
        contains { $0.value.matches(subject) }
    }
}

extension [GlobPattern.Part] {
    fileprivate func matches(_ subject: GlobSubject) -> Bool {
        matchesSequence(
            subject.parts[...],
            isWildcard: { part in
                if case .anyParts = part { true } else { false }
            },
            accepts: { part, name in
                guard case .text(let elements) = part else { return true }
                return elements.matchesSequence(
                    name, isWildcard: { $0 == .anyText }, accepts: { $0.accepts($1) })
            })
    }
}

extension GlobPattern.Element {
    fileprivate func accepts(_ character: Unicode.Scalar) -> Bool {
        switch self {
        case .character(let own): own == character
        case .anyCharacter, .anyText: true
        case .oneOf(let ranges, let isNegated):
            ranges.contains { $0.contains(character) } != isNegated
        }
    }
}

extension Array {
    /// Whether the items, of which a wildcard takes any number of names, take all names in turn.
    ///
    /// Only the latest wildcard is ever tried again: what an earlier one could take in addition,
    /// the latest one can take too.
    fileprivate func matchesSequence<Name>(
        _ names: ArraySlice<Name>, isWildcard: (Element) -> Bool, accepts: (Element, Name) -> Bool
    ) -> Bool {
        var item = startIndex
        var name = names.startIndex
        var retry: (item: Int, name: Int)?
        while name < names.endIndex {
            if item < endIndex, isWildcard(self[item]) {
                item += 1
                retry = (item, name)
            } else if item < endIndex, accepts(self[item], names[name]) {
                item += 1
                name += 1
            } else if let last = retry {
                item = last.item
                name = last.name + 1
                retry = (item, name)
            } else {
                return false
            }
        }
        return self[item...].allSatisfy(isWildcard)
    }
}

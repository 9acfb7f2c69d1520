extension GlobPattern {
    /// For each choice of its braces the directory below which all names lie that it matches, from
    /// the leading parts without wildcards; empty for the root.
    package var directories: [String] {
        alternatives.map { parts in
            var names: [String] = []
            for part in parts.dropLast() {
                guard let name = part.literal else { break }
                names.append(name)
            }
            return names.joined(separator: "/")
        }
    }
}

extension GlobPattern.Part {
    /// The one text that it matches; nil where there may be several.
    fileprivate var literal: String? {
        guard case .text(let elements) = self else { return nil }
        var text = String.UnicodeScalarView()
        for element in elements {
            guard case .character(let character) = element else { return nil }
            text.append(character)
        }
        return String(text)
    }
}

/// sprig's functions that change the case of letters.
extension TemplateFunction {
    static let caseFunctions: [String: TemplateFunction] = [
        "upper": text { $0.mappingRunes(\.goUpper) },
        "lower": text { $0.mappingRunes(\.goLower) },
        "title": text(titled),
        "untitle": text(untitled),
        "swapcase": text(caseSwapped),
        "camelcase": text(camelCased),
        "snakecase": text { CaseWords.joined($0, by: "_") },
        "kebabcase": text { CaseWords.joined($0, by: "-") },
    ]

    /// Go's `strings.Title`.
    private static func titled(_ text: Bytes) -> Bytes {
        var followsSeparator = true
        return text.mappingRunes { scalar in
            defer { followsSeparator = isSeparator(scalar) }
            return followsSeparator ? scalar.goTitle : scalar
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" || scalar.isGoLetter || scalar.isGoDigit { return false }
        return scalar.isASCII || scalar.isGoSpace
    }

    private static func untitled(_ text: Bytes) -> Bytes {
        var followsSpace = true
        return text.mappingRunes { scalar in
            if scalar.isGoSpace {
                followsSpace = true
                return scalar
            }
            defer { followsSpace = false }
            return followsSpace ? scalar.goLower : scalar
        }
    }

    /// Lower case becomes title case at the start of a word.
    private static func caseSwapped(_ text: Bytes) -> Bytes {
        var followsSpace = true
        return text.mappingRunes { scalar in
            if scalar.isGoUpper || scalar.isGoTitle {
                followsSpace = false
                return scalar.goLower
            }
            guard scalar.isGoLower else {
                followsSpace = scalar.isGoSpace
                return scalar
            }
            defer { followsSpace = false }
            return followsSpace ? scalar.goTitle : scalar.goUpper
        }
    }

    /// Upper camel case: connectors at the start stay, others make the next scalar a capital.
    ///
    /// Source: huandu/xstrings v1.5.0, `ToPascalCase`.
    private static func camelCased(_ text: Bytes) -> Bytes {
        let scalars = text.runes.map(\.scalar)
        var result = Bytes()
        guard let first = scalars.firstIndex(where: { !CaseWords.isConnector($0) }) else {
            // A lone run of connectors ends twice with the same one.
            for scalar in scalars { result.append(scalar) }
            if let last = scalars.last { result.append(last) }
            return result
        }
        for scalar in scalars[..<first] { result.append(scalar) }
        var followsCapital = scalars[first].isGoUpper
        var previous = scalars[first].goUpper
        for scalar in scalars[(first + 1)...] {
            var next = scalar
            if CaseWords.isConnector(previous) {
                if CaseWords.isConnector(scalar) {
                    result.append(previous)
                } else {
                    followsCapital = scalar.isGoUpper
                    next = scalar.goUpper
                }
            } else {
                if followsCapital, scalar.isGoUpper {
                    next = scalar.goLower
                } else {
                    followsCapital = false
                }
                result.append(previous)
            }
            previous = next
        }
        result.append(previous)
        return result
    }
}

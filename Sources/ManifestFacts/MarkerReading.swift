import SourceText

/// A comment as Flux's setters read it, or the reason why they cannot.
package enum MarkerReading: Hashable, Sendable {
    case setter(SetterMarker)
    /// A setter with a variable (`${…}`) in it, which nothing substitutes in a comment.
    case variable(String)
    /// A setter but for its key, which is not `$imagepolicy` but evidently means it.
    case misspelledKey(String)
    /// It names `$imagepolicy`, and Flux does not take it.
    case malformed(MarkerFault)

    /// Why a comment that names `$imagepolicy` is no setter.
    package enum MarkerFault: Hashable, Sendable {
        /// The comment is not exactly one JSON object.
        case notJSON
        /// Nothing is wrong but a no-break space, which JSON does not take for a space.
        case noBreakSpace
        case textBefore
        case textAfter
        /// It is no comment: the `#` in front of it is missing.
        case noHash
        /// It is no comment: the blank in front of its `#` is missing.
        case noBlankBeforeHash
        /// A key's value is neither a string nor null, which disqualifies the whole object.
        case valueNotString(key: String)
        /// Not `namespace:name[:tag|:name|:digest]`.
        case value(String)
    }

    /// Nil for a comment that does not speak to image automation.
    ///
    /// `comment` runs from its first `#` to its end. The grammar is kyaml's (`fieldmeta.go`,
    /// `parse`): leading `#`s are dropped, then the text must be one JSON object of strings.
    package init?(comment: ArraySlice<UInt8>) {
        let content = comment.drop { $0 == UInt8(ascii: "#") }.trimmingBlanksBefore()
        self.init(content: content)
        if case .malformed = self, let spaced = content.replacingNoBreakSpaces,
            case .setter? = Self(content: spaced.trimmingBlanksBefore())
        {
            self = .malformed(.noBreakSpace)
        }
    }

    private init?(content: ArraySlice<UInt8>) {
        guard content.first == UInt8(ascii: "{") else {
            self.init(beginningWithText: content)
            return
        }
        do throws(JSONError) {
            let object = try JSONStrings(content)
            guard let reading = Self(members: object.members) else { return nil }
            let isWhole = object.rest.trimmingBlanksBefore().isEmpty
            if case .misspelledKey = reading, !isWhole { return nil }
            self = isWhole ? reading : .malformed(.textAfter)
        } catch {
            guard content.usesMarkerKey else { return nil }
            let key = error.problem == .wrongType ? error.path.first : nil
            self = .malformed(key.map { .valueNotString(key: $0) } ?? .notJSON)
        }
    }

    /// A setter behind other words, or one without its braces; other prose is no marker, and
    /// behind a `#` of its own it is a commented-out rest of the line.
    private init?(beginningWithText content: ArraySlice<UInt8>) {
        if content.starts(with: "$imagepolicy".utf8)
            || content.starts(with: "\"$imagepolicy\"".utf8)
        {
            guard content.usesMarkerKey else { return nil }
            self = .malformed(.notJSON)
            return
        }
        guard let open = content.firstIndex(of: UInt8(ascii: "{")),
            !content[..<open].contains(UInt8(ascii: "#")),
            let object = try? JSONStrings(content[open...]),
            case .setter? = Self(members: object.members)
        else { return nil }
        self = .malformed(.textBefore)
    }

    private init?(members: [(key: String, value: String)]) {
        if let value = members.last(where: { $0.key == "$imagepolicy" })?.value {
            // Kyaml decodes percent escapes, because the value is a JSON reference to it.
            if let setter = SetterMarker(value.percentDecoded ?? value) {
                self = .setter(setter)
            } else if value.contains("${") {
                self = .variable(value)
            } else if NamePattern(value).isLiteral {
                self = .malformed(.value(value))
            } else {
                return nil
            }
        } else if let reference = members.last(where: { $0.key == "$ref" })?.value {
            let prefix = "#/definitions/io.k8s.cli.setters."
            guard reference.hasPrefix(prefix),
                let setter = SetterMarker(String(reference.dropFirst(prefix.count)))
            else { return nil }
            self = .setter(setter)
        } else {
            let misspelled = members.first {
                $0.key.resemblesMarkerKey && SetterMarker($0.value) != nil
            }
            guard let key = misspelled?.key else { return nil }
            self = .misspelledKey(key)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The slice without leading blanks and line breaks.
    func trimmingBlanksBefore() -> ArraySlice<UInt8> {
        drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }

    /// With plain spaces in the place of no-break ones; nil where there is none.
    fileprivate var replacingNoBreakSpaces: ArraySlice<UInt8>? {
        guard firstIndex(of: "\u{A0}") != nil else { return nil }
        let text = String(decoding: self, as: UTF8.self).unicodeScalars
        let spaced = text.map { $0 == "\u{A0}" ? " " : $0 }
        return Array(String(String.UnicodeScalarView(spaced)).utf8)[...]
    }

    /// Whether `$imagepolicy` is here as a key: in any quotes or none, before a colon.
    fileprivate var usesMarkerKey: Bool {
        var rest = self
        while let start = rest.firstIndex(of: "$imagepolicy") {
            rest = rest[start...].dropFirst("$imagepolicy".utf8.count)
            // Quotes, blanks and the bytes of typographic ones.
            let behind = rest.drop { "\"'` ".utf8.contains($0) || $0 >= 0x80 }
            if behind.first == UInt8(ascii: ":") { return true }
        }
        return false
    }
}

extension String {
    /// Whether the key's letters are those of `imagepolicy` but for one slip, or a plural or an
    /// abbreviation that people write for it.
    fileprivate var resemblesMarkerKey: Bool {
        let letters = lowercased().unicodeScalars.filter(\.properties.isAlphabetic)
        let word = String(String.UnicodeScalarView(letters))
        return ["imagepolicies", "imagespolicy", "imgpolicy"].contains(word)
            || word.isOneSlipFrom("imagepolicy")
    }

    /// Equal, or one letter added, left out, changed, or swapped with its neighbour.
    private func isOneSlipFrom(_ word: String) -> Bool {
        let left = Array(unicodeScalars)
        let right = Array(word.unicodeScalars)
        let start = zip(left, right).prefix { $0 == $1 }.count
        let leftRest = left[start...]
        let rightRest = right[start...]
        if leftRest.isEmpty && rightRest.isEmpty { return true }
        if leftRest.count == rightRest.count {
            let isSwap =
                leftRest.count > 1 && leftRest[start] == rightRest[start + 1]
                && leftRest[start + 1] == rightRest[start]
                && leftRest.dropFirst(2) == rightRest.dropFirst(2)
            return isSwap || leftRest.dropFirst() == rightRest.dropFirst()
        }
        return leftRest.dropFirst() == rightRest || leftRest == rightRest.dropFirst()
    }

    /// Nil where an escape is malformed.
    fileprivate var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalValue,
                let low = rest.popFirst()?.hexadecimalValue
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}

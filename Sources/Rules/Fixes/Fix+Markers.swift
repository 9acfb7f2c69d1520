import ManifestFacts
import RepositoryLinking
import SourceText

extension Fix {
    /// Reduces the comment to the marker that is evidently meant, and moves other words to a line
    /// above the value.
    ///
    /// Nil if the marker is not evident, or if the moved words would hide it.
    static func repairing(_ marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard let repair = MarkerRepair(marker.fact.text) else { return nil }
        let start = marker.fact.span.lowerBound
        let written = SourceSpan(start + repair.range.lowerBound, start + repair.range.upperBound)
        var edits = [TextEdit(span: written, replacement: repair.replacement)]
        if !repair.notes.isEmpty {
            let source = model.source(of: marker)
            guard !marker.fact.isAlone, let target = marker.fact.target,
                target.span.lowerBound >= source.lineStart(of: start)
            else { return nil }
            let notes = repair.notes.map { $0.hasPrefix("#") ? $0 : "# " + $0 }
            edits.insert(TextEdit(inserting: notes, above: start, in: source), at: 0)
        }
        return Fix(isSafe: true, description: "write `\(repair.marker)`", edits: edits)
    }

    /// Corrects the key of a marker; nil if the key is not written literally.
    static func respelling(_ key: String, of marker: MarkerFact) -> Fix? {
        marker.start(ofQuoted: key).map { start in
            Fix(
                "write `$imagepolicy`", isSafe: true, SourceSpan(start, start + key.utf8.count),
                to: "$imagepolicy")
        }
    }

    /// Adds the missing `#`, or the blank before it.
    static func commenting(_ marker: BareMarker) -> Fix {
        Fix(
            isSafe: true,
            description: marker.hasHash
                ? "write a blank before the `#`" : "write `#` before the marker",
            edits: [TextEdit(at: marker.span.lowerBound, marker.insertion)])
    }

    /// Writes another policy's name; nil if the marker's name is not written literally.
    static func renaming(_ setter: SetterMarker, to name: String, in marker: MarkerFact) -> Fix? {
        marker.start(ofQuoted: setter.text).map { $0 + setter.namespace.utf8.count + 1 }.map {
            start in
            Fix(
                "write the name `\(name)`", isSafe: false,
                SourceSpan(start, start + setter.name.utf8.count), to: name)
        }
    }

    /// Removes the comment: its whole line if there is nothing else, otherwise with the blanks
    /// before it.
    static func removing(_ marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix {
        let source = model.source(of: marker)
        var (start, end) = (marker.fact.span.lowerBound, marker.fact.span.upperBound)
        while start > 0, source[start - 1] == 0x20 || source[start - 1] == 0x09 { start -= 1 }
        if marker.fact.isAlone { end = source.lineBreak(at: end).upperBound }
        return Fix("remove the marker", isSafe: false, SourceSpan(start, end), to: "")
    }

    /// Quotes a plain scalar of one line; nil if the span contains more than the text.
    static func quoting(_ text: String, at span: SourceSpan) -> Fix? {
        guard span.count == text.utf8.count, !text.contains(where: { "\"\\".contains($0) }) else {
            return nil
        }
        let quoted = "\"\(text)\""
        return Fix("write `\(quoted)`", isSafe: true, span, to: quoted)
    }
}

extension MarkerFact {
    /// The offset of the contents of a quoted string, if the comment contains it exactly once.
    fileprivate func start(ofQuoted string: String) -> Int? {
        let ranges = Array(text.utf8).ranges(of: Array("\"\(string)\"".utf8))
        return ranges.count == 1 ? span.lowerBound + ranges[0].lowerBound + 1 : nil
    }
}

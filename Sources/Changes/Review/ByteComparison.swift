import ManifestFacts
import SourceText
import YAMLSyntax

/// The differences between two versions of a manifest besides the values at its markers.
///
/// Two versions are alike if their bytes are the same once every value that Flux would write is cut
/// out of both; whatever else differs has a line.
struct ByteComparison {
    /// A line of the file, counted from 1, and what happens to it.
    struct Difference: Equatable {
        /// In the version after; nil for a line that is gone.
        let line: Int?
        let reason: String
    }

    /// The lines with other bytes, ascending; those beyond a limit are counted in the last.
    private(set) var differences: [Difference] = []
    /// The new texts, by the offsets of the markers in the bytes before.
    private(set) var texts: [Int: String] = [:]

    init(from before: FileFacts, to after: FileFacts) {
        let (old, new) = (MarkedText(before), MarkedText(after))
        guard old.bytes == new.bytes else {
            differences = LineComparison(from: old.bytes, to: new.bytes).differences
            return
        }
        let lines = LineIndex(after.source)
        for (was, isNow) in zip(old.values, new.values) {
            let line = lines.lineNumber(at: isNow.span.lowerBound)
            if let reason = Self.fault(was, isNow, in: after.source) {
                differences.append(Difference(line: line, reason: reason))
            } else if was.text != isNow.text {
                texts[was.marker] = isNow.text
            }
        }
    }

    /// Why the new form of a value is not one that an update writes; nil for one that is.
    private static func fault(
        _ old: MarkedText.Value, _ new: MarkedText.Value, in source: [UInt8]
    ) -> String? {
        if old.setter != new.setter { return "another marker reads the value" }
        guard source[new.textSpan.range].elementsEqual(new.text.utf8) else {
            return "the value is written with escapes"
        }
        if old.quote != new.quote, old.quote != nil { return "the quotes of the value change" }
        return nil
    }
}

/// The bytes of a manifest without the values that Flux writes.
private struct MarkedText {
    /// A value that was cut out.
    struct Value {
        /// Where its marker is.
        let marker: Int
        let setter: SetterMarker
        let text: String
        /// With quotes.
        let span: SourceSpan
        let textSpan: SourceSpan
        let quote: UInt8?
    }

    private(set) var values: [Value] = []
    /// With a zero, which no manifest has, in the place of each value.
    private(set) var bytes: [UInt8] = []

    init(_ facts: FileFacts) {
        var seen: Set<SourceSpan> = []
        values = facts.markers.compactMap { marker in
            guard let value = Value(marker, in: facts.source), seen.insert(value.span).inserted
            else { return nil }
            return value
        }
        .sorted { $0.span.lowerBound < $1.span.lowerBound }
        var end = 0
        for value in values where value.span.lowerBound >= end {
            bytes += facts.source[end..<value.span.lowerBound]
            bytes.append(0)
            end = value.span.upperBound
        }
        bytes += facts.source[end...]
    }
}

extension MarkedText.Value {
    /// Nil for a marker that Flux does not obey, and for a value of several lines.
    fileprivate init?(_ marker: MarkerFact, in source: [UInt8]) {
        guard let setter = marker.obeyedSetter, let target = marker.target,
            let textSpan = target.node.textSpan, !source[textSpan.range].contains(0x0A)
        else { return nil }
        let quotes = "\"'".utf8
        let quote = textSpan.lowerBound > 0 ? source[textSpan.lowerBound - 1] : 0
        let isQuoted =
            quotes.contains(quote) && target.span.lowerBound < textSpan.lowerBound
            && target.span.upperBound > textSpan.upperBound
        self.init(
            marker: marker.span.lowerBound, setter: setter, text: target.text,
            span: isQuoted
                ? SourceSpan(textSpan.lowerBound - 1, textSpan.upperBound + 1) : textSpan,
            textSpan: textSpan, quote: isQuoted ? quote : nil)
    }
}

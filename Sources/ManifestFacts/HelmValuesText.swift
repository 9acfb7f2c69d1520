package import SourceText
package import YAMLSyntax

/// Values of a Helm chart as a text of their own: a file, or an entry of a ConfigMap or Secret.
package struct HelmValuesText: Sendable {
    /// A mapping.
    package let root: YAMLNode
    /// In the order of the text.
    package let images: [ImageFact]
    /// Markers in a block, which are text to Flux, each beside a value there.
    package let markers: [MarkerFact]

    /// Parses a file, or the literal block of it at `block`; all spans are those of the file.
    ///
    /// Nil for a text that is no single mapping, such as a template; a value that is encrypted is
    /// unknown.
    ///
    /// - Parameter object: The object that contains the block.
    package init?(_ source: [UInt8], block: SourceSpan? = nil, of object: ObjectFact? = nil) {
        let text = block.map { Self.text(of: $0, in: source) } ?? source
        let stream: YAMLStream
        do throws(YAMLError) {
            stream = try YAMLStream(text)
        } catch {
            return nil  // a file's facts say so, and Helm about a block
        }
        guard stream.documents.count == 1, let root = stream.documents.first?.root,
            root.kind == .mapping
        else { return nil }
        self.root = root
        images = ImageCollector.images(inValues: root, of: object?.identity)
        markers =
            block == nil
            ? []
            : MarkerCollector.markers(
                in: stream, objects: object.map { [$0] } ?? [], images: images
            )
            .filter { $0.liveSetter != nil }
    }

    /// The file up to the end of a block, with blanks for all that is in front of its content.
    private static func text(of block: SourceSpan, in source: [UInt8]) -> [UInt8] {
        let header = source[block.range].prefix { $0 != 0x0A }
        var text = Array(source[..<block.upperBound])
        for offset in 0..<min(header.endIndex, text.count) { text[offset] = 0x20 }
        return text
    }
}

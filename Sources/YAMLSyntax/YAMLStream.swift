/// A parsed YAML text: its documents, in their order, and the source they stand in.
package struct YAMLStream: Sendable {
    /// Collections may be nested this deep.
    package static let depthLimit = 512

    /// UTF-8; a UTF-16 text was decoded first, and then spans are offsets in the decoded text.
    package let source: [UInt8]
    package let documents: [YAMLDocument]
    let tree: YAMLTree

    /// Parses a whole text; a fault anywhere in it fails all of it, as in Flux.
    package init(_ bytes: [UInt8]) throws(YAMLError) {
        let source = try YAMLEncoding.utf8Text(of: bytes)
        // libyaml would count the mark as one scalar more.
        let shift = source.starts(with: YAMLEncoding.utf8Mark) ? YAMLEncoding.utf8Mark.count : 0
        var builder = YAMLTreeBuilder(source: source, shift: shift)
        let text = shift == 0 ? source : Array(source[shift...])
        do {
            try YAMLEventStream.send(text, to: &builder, depthLimit: Self.depthLimit)
        } catch {
            throw YAMLError(reason: error.reason, offset: error.offset + shift)
        }
        let roots = builder.documentRoots
        let tree = builder.tree()
        self.source = source
        self.tree = tree
        documents = roots.enumerated().map { number, root in
            YAMLDocument(number: number, root: YAMLNode(tree: tree, index: root))
        }
    }
}

/// One document of a stream.
package struct YAMLDocument: Sendable {
    /// Counts from 0, empty documents included.
    package let number: Int
    package let root: YAMLNode
}

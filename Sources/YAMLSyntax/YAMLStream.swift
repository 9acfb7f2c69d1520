package import SourceText

/// A parsed YAML text: its documents, in order, and its source.
package struct YAMLStream: Sendable {
    /// The deepest allowed nesting of collections.
    package static let depthLimit = 512

    /// UTF-8; for a UTF-16 text the decoded one, in which spans are offsets.
    package let source: [UInt8]
    package let documents: [YAMLDocument]
    /// Parts of the source that were not parsed, ascending and without overlap.
    let omitted: [SourceSpan]
    let tree: YAMLTree

    /// Parses a whole text; an error anywhere in it fails all of it, as in Flux.
    ///
    /// - Parameter omitted: Whole documents to skip, each from the start of a line to the start of
    ///   another; ascending and without overlap.
    package init(_ bytes: [UInt8], omitting omitted: [SourceSpan] = []) throws(YAMLError) {
        let source = try YAMLEncoding.utf8Text(of: bytes)
        do throws(YAMLError) {
            try self.init(text: source, omitting: omitted)
        } catch {
            // YAML and go-yaml allow a byte-order mark before each document, libyaml only before
            // the first.
            let marks = YAMLEncoding.marksOfDocuments(in: source)
            guard omitted.isEmpty, !marks.isEmpty else { throw error }
            try self.init(text: source, omitting: marks)
        }
    }

    private init(text source: [UInt8], omitting omitted: [SourceSpan]) throws(YAMLError) {
        var builder = YAMLTreeBuilder(source: source)
        // libyaml would count a byte-order mark as a scalar.
        var start = source.starts(with: YAMLEncoding.utf8Mark) ? YAMLEncoding.utf8Mark.count : 0
        for gap in omitted + [SourceSpan(source.count, source.count)] {
            try builder.parse(start..<max(start, gap.lowerBound))
            start = gap.upperBound
        }
        let roots = builder.documentRoots
        let tree = builder.tree()
        self.source = source
        self.omitted = omitted
        self.tree = tree
        documents = roots.map { YAMLDocument(root: YAMLNode(tree: tree, index: $0)) }
    }
}

extension YAMLTreeBuilder {
    fileprivate mutating func parse(_ part: Range<Int>) throws(YAMLError) {
        let text = part.count == source.count ? source : Array(source[part])
        shift = part.lowerBound
        do {
            try YAMLEventStream.send(text, to: &self, depthLimit: YAMLStream.depthLimit)
        } catch {
            throw YAMLError(reason: error.reason, offset: error.offset + shift)
        }
    }
}

/// One document of a stream.
package struct YAMLDocument: Sendable {
    package let root: YAMLNode
}

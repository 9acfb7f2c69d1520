import SourceText
import YAMLSyntax

/// Finds the comments of a stream that speak to image automation.
struct MarkerCollector {
    private let source: [UInt8]
    private let objects: [ObjectFact]
    private let hasMarkerWord: Bool
    private var tags: Set<SourceSpan> = []
    /// By the places of comments; the others mention nothing.
    private var readings: [Int: MarkerReading] = [:]
    private var lineComments: [YAMLNode: SourceSpan] = [:]
    private var repeatedKeys: [YAMLNode: Set<YAMLNode>] = [:]

    static func markers(
        in stream: YAMLStream, objects: [ObjectFact], images: [ImageFact]
    ) -> [MarkerFact] {
        let source = stream.source
        let comments = stream.comments
        let candidates = comments.filter { comment in
            source[comment.span.range].contains {
                $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$")
            }
        }
        guard !candidates.isEmpty || source.contains(word: markerWord) else { return [] }
        var collector = MarkerCollector(stream: stream, objects: objects)
        for comment in candidates {
            collector.readings[comment.span.lowerBound] = collector.reading(of: comment.span)
        }
        collector.tags = Set(images.compactMap(\.tagScalar))
        let others = collector.inlinePatchMarkers(in: stream) + collector.bareMarkers(in: stream)
        if collector.readings.isEmpty { return others }
        let blocks = stream.blocks(of: comments)
        for block in blocks { collector.note(block) }
        return blocks.flatMap(collector.markers) + others
    }

    private mutating func note(_ block: YAMLCommentBlock) {
        guard case .line(let node) = block.placement, let comment = block.comments.first else {
            return
        }
        lineComments[node] = comment.span
        // Each mapping once: a wide one may have a marker at every key.
        if readings[comment.span.lowerBound] != nil, let mapping = node.parent,
            repeatedKeys[mapping] == nil
        {
            repeatedKeys[mapping] = mapping.repeatedKeys
        }
    }

    private init(stream: YAMLStream, objects: [ObjectFact]) {
        source = stream.source
        self.objects = objects
        hasMarkerWord = FileFacts.canHoldMarkers(stream.source)
    }

    private static let markerWord = Array("$imagepolicy".utf8)

    private func markers(in block: YAMLCommentBlock) -> [MarkerFact] {
        block.comments.compactMap { comment in
            guard let reading = readings[comment.span.lowerBound] else { return nil }
            // Words around a setter on a line of its own are prose, or a line that is commented
            // out.
            if comment.isAlone, reading == .malformed(.textBefore) { return nil }
            return marker(reading, comment: comment, block: block)
        }
    }

    private func marker(
        _ reading: MarkerReading, comment: YAMLComment, block: YAMLCommentBlock
    ) -> MarkerFact {
        let scalar = block.placement.scalar
        let neighbourComment = scalar.flatMap { lineComments[$0] }
        let hasMarker = neighbourComment.map { readings[$0.lowerBound] != nil } ?? false
        var hiding: SourceSpan?
        switch block.placement {
        case .head(let scalar), .aboveValue(let scalar): hiding = lineComments[scalar]
        default: break
        }
        return MarkerFact(
            MarkerFact.Comment(
                span: comment.span, text: text(at: comment.span), isAlone: comment.isAlone,
                isOneOfSeveralLines: block.comments.count > 1,
                isLastLine: comment == block.comments.last, isDetached: block.isDetached),
            reading: reading,
            placement: isAtRepeatedKey(block.placement) ? .repeatedKey : .comment(block.placement),
            hidingComment: hiding,
            neighbourHasMarker: comment.isAlone && hasMarker,
            target: scalar.flatMap { MarkerTarget($0, tags: tags) },
            object: object(at: comment.span))
    }

    private func reading(of span: SourceSpan) -> MarkerReading? {
        let reading = MarkerReading(comment: source[span.range])
        // A setter may be written with escapes or in its older form, but Flux looks at a file only
        // for the word itself.
        if case .setter = reading, !hasMarkerWord { return nil }
        return reading
    }

    private func text(at span: SourceSpan) -> String {
        String(decoding: source[span.range], as: UTF8.self)
    }

    private func object(at span: SourceSpan) -> ObjectIdentity? {
        objects.last { $0.span.lowerBound <= span.lowerBound }?.identity
    }

    private func isAtRepeatedKey(_ placement: YAMLCommentPlacement) -> Bool {
        guard case .line(let node) = placement, let key = node.key, let mapping = node.parent else {
            return false
        }
        return repeatedKeys[mapping]?.contains(key) ?? false
    }

    /// The markers that YAML takes for a part of the plain scalar that they should be beside.
    private func bareMarkers(in stream: YAMLStream) -> [MarkerFact] {
        guard hasMarkerWord else { return [] }
        return BareMarker.candidates(in: source).compactMap { bare in
            guard let scalar = stream.plainScalar(containing: bare.span), !scalar.isKey,
                scalar.span.lowerBound < bare.span.lowerBound
            else { return nil }
            return MarkerFact(
                MarkerFact.Comment(span: bare.span, text: text(at: bare.span)),
                reading: .malformed(bare.fault), placement: .comment(.line(scalar)),
                target: MarkerTarget(scalar, tags: tags), object: object(at: bare.span))
        }
    }

    // MARK: Patches

    /// The markers in the text of inline patches, each beside a value there.
    private func inlinePatchMarkers(in stream: YAMLStream) -> [MarkerFact] {
        stream.documents.flatMap { document -> [MarkerFact] in
            guard document.root["kind"]?.hasText("Kustomization") ?? true else { return [] }
            let holder = document.root["spec"] ?? document.root
            var patches: [YAMLNode] = []
            for list in ["patches", "patchesJson6902"] {
                guard let items = holder[list]?.items else { continue }
                patches += items.compactMap { $0["patch"] }
            }
            if let items = holder["patchesStrategicMerge"]?.items { patches += items }
            return patches.flatMap { markers(inPatch: $0) }
        }
    }

    private func markers(inPatch node: YAMLNode) -> [MarkerFact] {
        guard node.kind == .scalar, let style = node.scalarStyle,
            style == .literal || style == .folded
        else { return [] }
        var markers: [MarkerFact] = []
        var offset = node.span.lowerBound
        for line in source[node.span.range].split(separator: 0x0A, omittingEmptySubsequences: false)
        {
            defer { offset += line.count + 1 }
            guard offset > node.span.lowerBound, let hash = Self.trailingComment(in: line) else {
                continue
            }
            let end = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
            let span = SourceSpan(hash, end)
            guard let reading = reading(of: span), case .setter = reading else { continue }
            markers.append(
                MarkerFact(
                    MarkerFact.Comment(span: span, text: text(at: span)), reading: reading,
                    placement: .inlinePatch, object: object(at: node.span)))
        }
        return markers
    }

    /// The offset of a comment that has text in front of it on its line.
    private static func trailingComment(in line: ArraySlice<UInt8>) -> Int? {
        var hasText = false
        for offset in line.indices {
            if line[offset] == UInt8(ascii: "#"), hasText, line[offset - 1] == 0x20 {
                return offset
            }
            hasText = hasText || (line[offset] != 0x20 && line[offset] != UInt8(ascii: "#"))
        }
        return nil
    }
}

extension YAMLCommentPlacement {
    /// The scalar that the comment belongs to or evidently means.
    fileprivate var scalar: YAMLNode? {
        switch self {
        case .line(let node), .head(let node), .aboveValue(let node), .onKeyBeforeValue(let node):
            node
        case .aboveKey(let key): key.value?.kind == .scalar ? key.value : nil
        case .below(let node): node
        default: nil
        }
    }
}

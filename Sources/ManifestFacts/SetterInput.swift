package import SourceText
import YAMLSyntax

/// How Flux's setters take a file with markers as a whole.
///
/// Source: kubernetes-sigs/kustomize, `kyaml/kio/byteio_reader.go`. What that reader refuses, it
/// refuses for all documents of the file.
package struct SetterInput: Sendable {
    /// Why the whole file is passed over.
    package enum Obstacle: Hashable, Sendable {
        /// A document is a list, such as a JSON 6902 patch.
        case list
        /// A document is a text or a number.
        case scalar
        /// `metadata` is there and no mapping.
        case metadata
        /// `metadata.annotations` is there and no mapping.
        case annotations
        /// Something other than a comment follows `---` on its line.
        case separator
        /// A `%YAML` or `%TAG` line.
        case directive
        /// `\/` in double quotes, which go-yaml does not know.
        case escape
        /// The text is in UTF-16.
        case encoding
    }

    /// The first one, with its place.
    package private(set) var obstacle: (kind: Obstacle, span: SourceSpan)?
    /// Whether the file is one `List`, which is taken apart and never written back.
    package let isLoneList: Bool
    /// The values of annotations that tell a tool where the object's file is.
    package let pathAnnotations: [LocatedText]

    init(_ stream: YAMLStream) {
        let roots = stream.documents.map(\.root)
        let separators = Self.separators(in: stream.source)
        obstacle =
            Self.directive(in: stream.source).map { (.directive, $0) }
            ?? separators.compactMap { Self.content(behind: $0, in: stream.source) }.first
            .map { (.separator, $0) }
            ?? roots.lazy.compactMap(Self.obstacle).first
            ?? stream.firstEscapedSolidus.map { (.escape, $0) }
        isLoneList =
            roots.count == 1 && separators.isEmpty && roots[0]["items"] != nil
            && ["List", "ResourceList"].contains { roots[0]["kind"]?.hasText($0) == true }
        pathAnnotations = roots.flatMap { root in
            let annotations = root[path: "metadata", "annotations"]
            return Self.pathKeys.compactMap { annotations?.located($0) }
        }
    }

    private static let pathKeys = [
        "config.kubernetes.io/path", "internal.config.kubernetes.io/path",
    ]

    /// Notes that the file is in UTF-16.
    mutating func noteEncoding() { obstacle = (.encoding, SourceSpan(0, 0)) }

    private static func obstacle(in root: YAMLNode) -> (Obstacle, SourceSpan)? {
        switch root.kind {
        case .sequence: return (.list, root.span)
        case .scalar: return root.isNull ? nil : (.scalar, root.span)
        case .alias: return nil
        case .mapping:
            guard let metadata = root["metadata"], !metadata.isNull else { return nil }
            guard metadata.kind == .mapping else { return (.metadata, metadata.span) }
            guard let annotations = metadata["annotations"], annotations.kind == .sequence else {
                return nil
            }
            return (.annotations, annotations.span)
        }
    }

    // MARK: Lines

    /// The offsets of the lines, after the first, that begin with `---`.
    private static func separators(in source: [UInt8]) -> [Int] {
        var separators: [Int] = []
        var start = 0
        while let found = source.offset(of: separator, from: start) {
            separators.append(found + 1)
            start = found + 1
        }
        return separators
    }

    private static let separator = Array("\n---".utf8)

    private static func content(behind separator: Int, in source: [UInt8]) -> SourceSpan? {
        let line = source[(separator + 3)...].prefix { $0 != 0x0A && $0 != 0x0D }
        let text = line.drop { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.first, first != UInt8(ascii: "#"), text.endIndex < source.endIndex
        else { return nil }
        return SourceSpan(text.startIndex, text.endIndex)
    }

    /// A directive in front of the first document.
    private static func directive(in source: [UInt8]) -> SourceSpan? {
        var rest = source[...]
        while let first = rest.first, first != UInt8(ascii: "-") {
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            if line.starts(with: "%YAML ".utf8) || line.starts(with: "%TAG ".utf8) {
                return SourceSpan(line.startIndex, line.endIndex)
            }
            guard line.isEmpty || first == UInt8(ascii: "#") else { return nil }
            rest = rest[line.endIndex...].dropFirst()
        }
        return nil
    }
}

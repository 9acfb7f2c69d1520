import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// An object as built, written out again so that its images are found as those of a file.
///
/// Aliases are written out where they are, so there is a limit.
final class BuiltText: Sendable {
    static let sizeLimit = 1 << 20
    /// The keys of scalars that `ImageCollector` looks at; a document without `kind` has no images.
    private static let imageKeys: Set<String> = [
        "kind", "image", "reference", "registry", "repository", "tag", "digest", "enabled", "name",
        "newName", "newTag",
    ]

    /// A scalar of the text.
    private struct Scalar {
        /// Its place, without quotes.
        let text: SourceSpan
        let node: BuiltNode
        /// The keys that lead to what contains it, and the names of items.
        let holder: String
    }

    /// Without those in what is left out.
    let images: [ImageFact]
    /// The parts of the object's file that are left out, because nothing changed them: the images
    /// there are those of the file.
    let untouched: [SourceSpan]
    /// Ascending.
    private let scalars: [Scalar]
    private let doubt: ValuesDoubt?

    /// Why an object cannot be written out.
    struct Unknown: Error {
        let reason: String
    }

    /// - Parameters:
    ///   - object: What it is, as a merge patch keeps it.
    ///   - file: The object's file, to leave out what nothing changed; nil to leave out nothing.
    ///   - doubt: The values in it that something unknown may override.
    init(
        _ node: BuiltNode, of object: ObjectIdentity, besides file: ManifestFile? = nil,
        doubt: ValuesDoubt? = nil
    ) throws(Unknown) {
        self.doubt = doubt
        // An alias would contain images that are elsewhere in the file.
        let hasAnchors = file?.facts.source.contains(UInt8(ascii: "&")) ?? true
        var writer = Writer(file: hasAnchors ? nil : file)
        try writer.write(node)
        untouched = writer.untouched
        scalars = writer.scalars
        images = ImageFact.images(of: object, in: writer.bytes)
    }

    // MARK: Questions

    /// Whether an image of the object's file is in what is left out.
    func leavesAlone(_ image: ImageFact) -> Bool {
        image.scalars.allSatisfy { scalar in untouched.contains { $0.contains(scalar) } }
    }

    /// Where a part of the text comes from: the whole scalar where that cannot be told.
    func location(of part: SourceSpan) -> SourceLocation? {
        guard let scalar = scalar(at: part) else { return nil }
        switch scalar.node {
        case .rewritten(let rewritten): return rewritten.location
        case .written(let node, let origin):
            let node = node.resolved
            guard let written = node.textSpan, written.count == scalar.text.count,
                scalar.text.contains(part)
            else { return origin.location(of: node.span) }
            let start = written.lowerBound - scalar.text.lowerBound
            return origin.location(
                of: SourceSpan(start + part.lowerBound, start + part.upperBound))
        case .mapping, .sequence, .unknown: return nil
        }
    }

    /// Why something unknown may override a part of an image; nil where nothing does.
    func doubt(of image: ImageFact) -> String? {
        guard let doubt, places(of: image).contains(where: doubt.concerns) else { return nil }
        return doubt.reason
    }

    /// The locations of the scalars of an image.
    func places(of image: ImageFact) -> [SourceLocation] {
        image.scalars.compactMap { scalarLocation(at: $0) }
    }

    /// Where the scalar is that a part of the text is in.
    func scalarLocation(at part: SourceSpan) -> SourceLocation? {
        switch scalar(at: part)?.node {
        case .rewritten(let rewritten): rewritten.location
        case .written(let node, let origin): origin.location(of: node.resolved.span)
        default: nil
        }
    }

    /// Whether an `images` entry sets the tag or digest of an image.
    func isPinned(_ image: ImageFact) -> Bool {
        if case .rewritten(let scalar)? = scalar(at: image.span)?.node {
            scalar.isPinned
        } else {
            false
        }
    }

    /// The reference that one scalar contains.
    func text(of image: ImageFact) -> String? { scalar(at: image.span)?.node.text?.text }

    /// Which image of the object it is, however it is changed.
    func holder(of image: ImageFact) -> String { scalar(at: image.span)?.holder ?? "" }

    /// The scalar that a part of the text, with or without quotes, is in.
    private func scalar(at part: SourceSpan) -> Scalar? {
        var (lower, upper) = (0, scalars.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if scalars[middle].text.upperBound < part.lowerBound {
                lower = middle + 1
            } else {
                upper = middle
            }
        }
        guard lower < scalars.count, scalars[lower].text.lowerBound <= part.upperBound else {
            return nil
        }
        return scalars[lower]
    }

    // MARK: Writing

    /// Writes JSON, which is YAML.
    private struct Writer {
        let file: ManifestFile?
        var bytes: [UInt8] = []
        var scalars: [Scalar] = []
        var untouched: [SourceSpan] = []
        private var path: [String] = []
        /// How many bytes the scalars that are left out would take.
        private var omittedCount = 0

        init(file: ManifestFile?) {
            self.file = file
        }

        mutating func write(_ node: BuiltNode) throws(Unknown) {
            guard bytes.count + omittedCount < sizeLimit, path.count < StrategicMerge.depthLimit
            else {
                throw Unknown(reason: "the object is too large to be followed")
            }
            if case .unknown(let reason) = node { throw Unknown(reason: reason) }
            if case .written(let written, let origin) = node, let file, origin.isText(of: file),
                written.kind != .scalar
            {
                untouched.append(written.span)
                bytes += "null".utf8
                return
            }
            if let entries = node.entries {
                try write(entries)
            } else if node.isSequence {
                try write(node.items)
            } else if let text = node.text?.text {
                let start = bytes.count + 1
                write(text)
                scalars.append(
                    Scalar(
                        text: SourceSpan(start, bytes.count - 1), node: node,
                        holder: path.dropLast().joined(separator: "/")))
            } else {
                bytes += "null".utf8
            }
        }

        private mutating func write(_ entries: [BuiltEntry]) throws(Unknown) {
            bytes.append(UInt8(ascii: "{"))
            for entry in entries {
                if omits(entry.value, under: entry.key) { continue }
                if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
                write(entry.key)
                bytes.append(UInt8(ascii: ":"))
                path.append(entry.key)
                try write(entry.value)
                path.removeLast()
            }
            bytes.append(UInt8(ascii: "}"))
        }

        private mutating func write(_ items: [BuiltNode]) throws(Unknown) {
            bytes.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if omits(item, under: nil) { continue }
                if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
                path.append(item["name"]?.text?.text ?? String(place))
                try write(item)
                path.removeLast()
            }
            bytes.append(UInt8(ascii: "]"))
        }

        /// Whether a value is a scalar that no image is made of, such as most are.
        private mutating func omits(_ value: BuiltNode, under key: String?) -> Bool {
            guard let count = value.scalarCount, !(key.map(BuiltText.imageKeys.contains) ?? false)
            else {
                return false
            }
            omittedCount += count + (key?.utf8.count ?? 0) + 6
            return true
        }

        private mutating func write(_ text: String) {
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case 0..<0x20: bytes += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
                default: bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }
}

extension BuiltNode {
    /// The length of a scalar's text; nil for a collection and for what is not known.
    fileprivate var scalarCount: Int? {
        switch self {
        case .written(let node, _): node.textCount
        case .rewritten(let scalar): scalar.text.utf8.count
        case .mapping, .sequence, .unknown: nil
        }
    }
}

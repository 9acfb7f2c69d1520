package import SourceText
import YAMLSyntax

/// A file as read, before its facts are collected.
///
/// It depends on the bytes and on what the file is read as, and a cache may keep it: collecting
/// facts is cheap beside reading and parsing, and new code never meets old facts.
package struct ParsedManifest: Sendable {
    enum Content {
        /// The byte screen found nothing in it that matters.
        case irrelevant
        /// Git LFS keeps the content elsewhere.
        case lfsPointer
        /// Only searched as text.
        case text
        /// - Parameter hasDefinitions: Whether definitions of kinds were left out.
        case stream(YAMLStream, hasDefinitions: Bool)
        case unreadable(YAMLError)
    }

    /// The text in UTF-8; empty where the bytes are no text.
    package let source: [UInt8]
    let content: Content
    /// Whether the bytes are another encoding of the text.
    let isRecoded: Bool

    package init(_ bytes: [UInt8], role: FileRole) {
        if bytes.starts(with: Self.lfsSignature) {
            (source, content, isRecoded) = ([], .lfsPointer, false)
            return
        }
        do throws(YAMLError) {
            source = try YAMLEncoding.utf8Text(of: bytes)
            isRecoded = source.count != bytes.count || source != bytes
        } catch {
            (source, content, isRecoded) = ([], .unreadable(error), true)
            return
        }
        content = Self.content(of: source, role: role)
    }

    private static func content(of source: [UInt8], role: FileRole) -> Content {
        // The name alone says what a kustomization is, however little it contains.
        guard role == .kustomization || ByteScreen.canHoldFacts(source) else { return .irrelevant }
        if role == .unvisited { return .text }
        do throws(YAMLError) {
            let definitions = DocumentScreen.documentsWithoutFacts(in: source)
            let stream = try YAMLStream(source, omitting: definitions)
            return .stream(stream, hasDefinitions: !definitions.isEmpty)
        } catch {
            return .unreadable(error)
        }
    }

    private static let lfsSignature = Array("version https://git-lfs.github.com/spec/".utf8)
}

// MARK: Records

extension ParsedManifest {
    /// The record that a cache keeps of it; nil for what is rare, and read anew.
    package var record: CacheRecord? {
        if isRecoded { return nil }
        switch content {
        case .irrelevant: return CacheRecord(kind: Kind.irrelevant.rawValue)
        case .stream(let stream, let hasDefinitions):
            let kind = hasDefinitions ? Kind.withDefinitions : .withoutDefinitions
            return stream.record(kind: kind.rawValue)
        case .lfsPointer, .text, .unreadable: return nil
        }
    }

    enum Kind: UInt32 {
        case irrelevant
        case withoutDefinitions
        case withDefinitions
    }

    /// Nil for a record that does not tell what a file of that role contains.
    package init?(_ record: CacheRecord, role: FileRole) {
        guard let kind = Kind(rawValue: record.kind) else { return nil }
        isRecoded = false
        if kind == .irrelevant {
            // A kustomization matters whatever it contains.
            guard role != .kustomization else { return nil }
            (source, content) = ([], .irrelevant)
            return
        }
        guard let stream = YAMLStream(record) else { return nil }
        source = stream.source
        content =
            role == .unvisited
            ? .text : .stream(stream, hasDefinitions: kind == .withDefinitions)
    }
}

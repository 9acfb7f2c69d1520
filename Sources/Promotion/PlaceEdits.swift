import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// The edits of the files that name a version, one scalar each and nothing else.
struct PlaceEdits {
    private(set) var changes: [PromotedImage.Change] = []
    private var editsByPath: [String: [TextEdit]] = [:]
    private var sources: [String: YAMLStream] = [:]
    private let model: RepositoryModel

    init(in model: RepositoryModel) {
        self.model = model
    }

    /// Rewrites the scalar at a place, and the other half of an `images:` entry with tag and
    /// digest; a place that was rewritten in the same way already stays as it is.
    mutating func replace(
        at place: SourceLocation, by replacement: VersionReplacement
    ) throws(PromotionObstacle) {
        let stream = try stream(at: place.path)
        guard let node = stream.scalar(at: place.span) else {
            throw .rejectedEdit(path: place.path, reason: "there is no single value to replace")
        }
        try replace(node, in: stream, at: place.path, by: replacement)
        for other in node.otherHalves {
            try replace(other, in: stream, at: place.path, by: replacement)
        }
    }

    private mutating func replace(
        _ node: YAMLNode, in stream: YAMLStream, at path: String,
        by replacement: VersionReplacement
    ) throws(PromotionObstacle) {
        let place = SourceLocation(path: path, span: node.span)
        let line = LineIndex(stream.source).lineNumber(at: node.span.lowerBound)
        let before = node.text ?? ""
        if model.file(at: path)?.facts.isFilledIn(node.span) ?? false {
            throw .rejectedEdit(
                path: "\(path):\(line)", reason: "a ResourceSet fills in its inputs there")
        }
        let after: String
        do throws(PromotionObstacle) {
            after = try replacement.text(replacing: before)
        } catch {
            throw .rejectedEdit(path: "\(path):\(line)", reason: "\(error)")
        }
        if let known = changes.first(where: { $0.place == place }) {
            guard known.after == after else {
                throw .rejectedEdit(
                    path: "\(path):\(line)", reason: "two images would write different values")
            }
            return
        }
        guard before != after else { return }
        do throws(ScalarReplacementError) {
            editsByPath[place.path, default: []] += try node.edits(replacingTextBy: after)
        } catch {
            throw .rejectedEdit(path: place.path, reason: "\(error)")
        }
        changes.append(
            PromotedImage.Change(place: place, line: line, before: before, after: after))
    }

    /// The new bytes of the files that change.
    func contents() throws(PromotionObstacle) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for (path, edits) in editsByPath {
            let sorted = edits.sorted { $0.span.lowerBound < $1.span.lowerBound }
            guard let bytes = try? sources[path]?.source.applying(sorted) else {
                throw .rejectedEdit(path: path, reason: "its changes overlap")
            }
            contents[path] = bytes
        }
        return contents
    }

    private mutating func stream(at path: String) throws(PromotionObstacle) -> YAMLStream {
        if let known = sources[path] { return known }
        guard let file = model.file(at: path), let stream = try? YAMLStream(file.facts.source)
        else { throw .rejectedEdit(path: path, reason: "it is not a valid YAML file") }
        // A text in UTF-16 would have other offsets.
        guard stream.source == file.facts.source else {
            throw .rejectedEdit(path: path, reason: "it is not in UTF-8")
        }
        sources[path] = stream
        return stream
    }
}

extension YAMLNode {
    /// The scalars beside this one in an `images:` entry that name the version, too: kustomize
    /// puts `newTag` and `digest` into one reference.
    fileprivate var otherHalves: [YAMLNode] {
        let keys = ["newTag", "digest"]
        guard let key = key?.text, keys.contains(key), let entry = parent else { return [] }
        return entry.pairs.filter { pair in
            pair.key.text != key && keys.contains(pair.key.text ?? "") && pair.value.text != nil
        }.map(\.value)
    }
}

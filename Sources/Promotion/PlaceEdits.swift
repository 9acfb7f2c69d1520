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

    /// Rewrites the scalar at a place; a place that was rewritten already stays as it is.
    mutating func replace(
        at place: SourceLocation, by replacement: VersionReplacement
    ) throws(PromotionObstacle) {
        guard !changes.contains(where: { $0.place == place }) else { return }
        let stream = try stream(at: place.path)
        guard let node = stream.scalar(at: place.span), let before = node.text else {
            throw .rejectedEdit(path: place.path, reason: "there is no single value to replace")
        }
        let after = try replacement.text(replacing: before)
        guard before != after else { return }
        do throws(ScalarReplacementError) {
            editsByPath[place.path, default: []] += try node.edits(replacingTextBy: after)
        } catch {
            throw .rejectedEdit(path: place.path, reason: "\(error)")
        }
        let line = LineIndex(stream.source).lineNumber(at: place.span.lowerBound)
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

import Configuration
import ImageReferences
import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// Finds the images that are fine whatever builds do to them, which need not be followed.
///
/// Most patches put one immutable tag in the place of another, and following those takes a fifth of
/// a check of 18,000 files (0.91 instead of 0.72 s, `Benchmarks/run commit`). Where an image is fine
/// as its file says it, and every patch that may be for it only sets fine parts, each mixture of
/// them is fine as well. What takes something away is doubted.
struct ImageDoubt {
    private let environments: Environments

    init(_ environments: Environments) {
        self.environments = environments
    }

    /// Whether the configuration asks more of images than that they do not move.
    var isGeneral: Bool { environments.configuration.path != nil }

    func doubts(_ image: Placed<ImageFact>) -> Bool {
        let fact = image.fact
        let isOpen = [fact.repository, fact.tag, fact.digest].contains(where: \.isUnknown)
        guard fact.problems.isEmpty, !isOpen else { return true }
        if let tag = fact.tag.text, doubts(tag: tag, at: image.path) { return true }
        // What lacks both is whole in the values of its chart.
        return fact.isWhole && fact.tag.isAbsent && fact.digest.isAbsent
    }

    /// The objects that a patch may apply to, as far as its texts tell.
    func objects(of patch: KustomizePatch) -> [PatchedObject] {
        let isDoubted = doubts(patch)
        func object(_ kind: String?, _ name: String?) -> PatchedObject {
            PatchedObject(kind: kind ?? "", name: name, isDoubted: isDoubted)
        }
        if let target = patch.target { return [object(target.kinds.kindText, target.nameText)] }
        guard case .merge(let documents) = patch.content else { return [object(nil, nil)] }
        return documents.map { document in
            object(
                document["kind"]?.text?.text, document["metadata"]?["name"]?.text?.text ?? "")
        }
    }

    private func doubts(_ patch: KustomizePatch) -> Bool {
        guard case .merge(let documents) = patch.content, !(patch.target?.asksForLabels ?? false)
        else { return true }
        return documents.contains { document in
            guard case .written(let node, let origin) = document else { return true }
            return doubts(node, under: "", at: origin.location(of: node.span).path, depth: 0)
        }
    }

    private func doubts(
        _ node: YAMLNode, under key: String, at path: String, depth: Int
    ) -> Bool {
        let node = node.resolved
        if node.isNull || depth > StrategicMerge.depthLimit { return true }
        switch node.kind {
        case .mapping:
            return node.pairs.contains { key, value in
                // What a `$` begins is for kustomize, and `<<` brings in more.
                guard let key = key.text, !key.hasPrefix("$"), key != "<<" else { return true }
                return doubts(value, under: key, at: path, depth: depth + 1)
            }
        case .sequence:
            return node.items.contains { doubts($0, under: key, at: path, depth: depth + 1) }
        default:
            guard key.mayNameImagePart else { return false }
            return node.text.map { doubts($0, of: key.lowercased(), at: path) } ?? true
        }
    }

    /// - Parameter key: In lower case.
    private func doubts(_ text: String, of key: String, at path: String) -> Bool {
        if key.hasSuffix("tag") { return doubts(tag: text, at: path) }
        if key.hasSuffix("digest") { return Digest(text) == nil }
        let isImage = key.hasSuffix("image")
        guard isImage || ["repository", "registry", "reference"].contains(where: key.hasSuffix)
        else { return false }
        let reference = ImageReference(text)
        guard !reference.isTemplated, reference.problems.isEmpty else { return true }
        if let tag = reference.tag.text { return doubts(tag: tag, at: path) }
        return isImage && reference.digest.isAbsent
    }

    /// A tag that moves, that YAML may read as a number, or that belongs to another environment.
    private func doubts(tag text: String, at path: String) -> Bool {
        let tag = Tag(text)
        guard tag.isValid, !tag.isFloating, plainScalarType(of: text, schema: .yaml11) == .string
        else { return true }
        guard let owner = environments.token(ofTag: text) else { return false }
        return environments.names(ofPath: path, namespace: nil).contains {
            environments.isLower(owner, than: $0)
        }
    }
}

extension String {
    /// Whether a key may end in one of the words that `ImageDoubt` looks for, by their last letters.
    fileprivate var mayNameImagePart: Bool {
        guard let last = utf8.last else { return false }
        return last >= 0x80 || "egtyEGTY".utf8.contains(last)
    }
}

/// An object that a patch applies to, and whether the patch may bring a part that is not fine.
struct PatchedObject: Sendable {
    /// Empty for any.
    let kind: String
    /// Nil for any.
    let name: String?
    let isDoubted: Bool
}

import ManifestFacts
import SourceText
import YAMLSyntax

/// Reads the patches that a kustomization or a Flux Kustomization lists, as far as they can concern
/// what they are read for.
package struct PatchReader {
    /// The use that patches are read for.
    package enum Purpose {
        /// Objects of Flux.
        case flux
        /// Images.
        case images
        /// Both.
        case all
    }

    let files: [ManifestFile]
    let tree: DirectoryTree
    /// The directory that paths start from.
    let directory: Int
    /// The substitution that Flux makes in inline patches; nil for a kustomization's own.
    private let substitution: TextSubstitution?
    private let purpose: Purpose
    /// Whether some patch of the repository chooses its objects by labels or annotations.
    private let labelsMatter: Bool
    /// Inline patches that were read before, for the same purpose.
    private let known: InlinePatches?
    /// The files that patches were read from.
    private(set) var patchFiles: [Int] = []

    package init(
        files: [ManifestFile], tree: DirectoryTree, directory: Int,
        for purpose: Purpose = .flux, labelsMatter: Bool = true,
        substitution: TextSubstitution? = nil, known: InlinePatches? = nil
    ) {
        self.files = files
        self.tree = tree
        self.directory = directory
        self.substitution = substitution
        self.purpose = purpose
        self.labelsMatter = labelsMatter
        self.known = known
    }

    /// The entries of `patches` and `patchesJson6902`.
    package mutating func patches(in list: BuiltNode?) -> [KustomizePatch] {
        // Texts in `patches` are what `patchesStrategicMerge` was called once.
        (list?.items ?? []).compactMap { $0.text == nil ? targetedOrNot($0) : strategic($0) }
    }

    private mutating func targetedOrNot(_ entry: BuiltNode) -> KustomizePatch? {
        guard let known, let identity = inlineIdentity(of: entry) else { return read(entry) }
        if let patch = known.patches[identity] { return patch }
        let patch = read(entry)
        known.patches[identity] = .some(patch)
        return patch
    }

    private mutating func read(_ entry: BuiltNode) -> KustomizePatch? {
        let file = entry["path"]?.text.flatMap { patchFile($0.text) }
        guard case .written(let selector, _)? = entry["target"] else {
            let content = content(of: entry, file: file, hasTarget: false)
            return content.flatMap { patch(entry, target: nil, content: $0) }
        }
        guard purpose != .flux || KindSelector(selector).canSelectFlux else { return nil }
        let target = PatchTarget(selector)
        let content = content(of: entry, file: file, hasTarget: true)
        // A file without facts says nothing about images, and one that is not there stops the
        // build.
        if content == nil, purpose == .images { return nil }
        return patch(
            entry, target: target,
            content: content ?? .unreadable("the file of a patch cannot be read"))
    }

    private func content(
        of entry: BuiltNode, file: Int?, hasTarget: Bool
    ) -> KustomizePatch.Content? {
        if let text = entry["patch"] { return content(inline: text) }
        return file.flatMap { content(of: $0, hasTarget: hasTarget) }
    }

    /// The entries of `patchesStrategicMerge`: paths, texts, or in Flux the patches themselves.
    package mutating func strategicPatches(in list: BuiltNode?) -> [KustomizePatch] {
        (list?.items ?? []).compactMap { strategic($0) }
    }

    private mutating func strategic(_ entry: BuiltNode) -> KustomizePatch? {
        let content: KustomizePatch.Content? =
            if entry.entries != nil {
                .merge([entry])
            } else if let file = entry.text.flatMap({ patchFile($0.text) }) {
                content(of: file, hasTarget: false)
            } else if entry.text?.text.contains(":") == true {
                content(inline: entry)
            } else {
                nil
            }
        return content.flatMap { patch(entry, target: nil, content: $0) }
    }

    /// Nil for a patch that concerns no object of Flux, where only these are asked for.
    private func patch(
        _ entry: BuiltNode, target: PatchTarget?, content: KustomizePatch.Content
    ) -> KustomizePatch? {
        let patch: KustomizePatch
        if let identity = identity(of: entry) {
            patch = KustomizePatch(identity, target: target, content: content)
        } else {
            let place = SourceLocation(
                path: tree.directories[directory].path, span: SourceSpan(0, 0))
            patch = KustomizePatch(
                KustomizePatch.Identity(entry: place, substitution: substitution?.number ?? 0),
                target: target, content: .unreadable("a patch was itself patched"))
        }
        return purpose != .flux || patch.concernsFlux ? patch : nil
    }

    /// Nil for an entry that was patched.
    private func identity(of entry: BuiltNode) -> KustomizePatch.Identity? {
        guard case .written(let node, let origin) = entry else { return nil }
        let inline = (entry["patch"] ?? entry).text?.text
        let isSubstituted = inline?.utf8.contains(UInt8(ascii: "$")) ?? false
        return KustomizePatch.Identity(
            entry: origin.location(of: node.span),
            substitution: isSubstituted ? substitution?.number ?? 0 : 0)
    }

    /// The identity of a patch that no file adds to; nil for others.
    private func inlineIdentity(of entry: BuiltNode) -> KustomizePatch.Identity? {
        entry["path"] == nil ? identity(of: entry) : nil
    }

    private mutating func patchFile(_ path: String) -> Int? {
        guard case .file(let file)? = tree.place(at: path, from: directory) else { return nil }
        patchFiles.append(file)
        return file
    }

    /// Nil for a file that names only objects which are not built.
    private func content(of number: Int, hasTarget: Bool) -> KustomizePatch.Content? {
        let file = files[number]
        if purpose == .flux, !hasTarget, !file.facts.declaresFluxKinds { return nil }
        return content(of: TextOrigin(file))
    }

    private func content(inline node: BuiltNode) -> KustomizePatch.Content? {
        guard case .written(let node, let origin) = node else {
            return .unreadable("a patch cannot be read")
        }
        // `patchesJson6902` of Flux contains the operations themselves.
        if node.resolvedKind == .sequence {
            return Self.operations(in: node.items.map { .written($0, in: origin) })
        }
        guard let text = InlineText(node, in: origin.source) else {
            return .unreadable("a patch is not a string")
        }
        guard let substitution, text.mentionsVariables else {
            return content(of: TextOrigin(text, in: origin))
        }
        guard let substituted = substitution.substitute(text) else {
            return .unreadable("a patch holds variables that the repository does not tell")
        }
        return content(of: TextOrigin(substituted, in: origin))
    }

    /// Nil for one that says nothing about images, where only these are asked for.
    private func content(of origin: TextOrigin) -> KustomizePatch.Content? {
        if purpose == .images,
            !PatchScreen.canTouchImages(
                origin.source, labelsMatter: labelsMatter)
        {
            return nil
        }
        do throws(YAMLError) {
            let stream = try YAMLStream(origin.source)
            let roots = stream.documents.map { BuiltNode.written($0.root, in: origin) }
            if let first = stream.documents.first?.root, first.kind == .sequence {
                return Self.operations(in: first.items.map { .written($0, in: origin) })
            }
            return .merge(roots.filter { $0.entries != nil })
        } catch {
            return .unreadable("a patch is not YAML")
        }
    }

    private static func operations(in items: [BuiltNode]) -> KustomizePatch.Content {
        var operations: [PatchOperation] = []
        for item in items {
            guard let operation = PatchOperation(item) else {
                return .unreadable("an operation of a JSON 6902 patch cannot be read")
            }
            operations.append(operation)
        }
        return .operations(operations)
    }
}

/// Patches that are written in the lists themselves, each read once.
package final class InlinePatches {
    fileprivate var patches: [KustomizePatch.Identity: KustomizePatch?] = [:]

    package init() {}
}

/// Fills variables into the text of a patch.
package struct TextSubstitution {
    /// The same number for the same variables, and never zero.
    let number: Int
    /// The text with variables filled in; nil where the value of one is unknown.
    let substitute: (InlineText) -> InlineText?

    package init(number: Int, substitute: @escaping (InlineText) -> InlineText?) {
        self.number = number
        self.substitute = substitute
    }
}

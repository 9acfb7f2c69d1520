import ManifestFacts
import SourceText
import YAMLSyntax

extension TransformerReader {
    // MARK: configurations

    /// Takes the entries of `configurations`, which are files.
    ///
    /// Reads the files of `configurations`.
    ///
    /// Their lists add to kustomize's own (`accumulator.MakeTransformerConfig`), which have names
    /// and namespaces of every kind already. So they rename nothing by themselves.
    mutating func readConfigurations(_ list: YAMLNode, in origin: TextOrigin) {
        for entry in list.items {
            for (root, origin) in documents(of: entry, in: origin) ?? [] {
                readConfiguration(root, in: origin)
            }
        }
    }

    private mutating func readConfiguration(_ root: YAMLNode, in origin: TextOrigin) {
        for (key, value) in root.pairs {
            let section = key.text ?? ""
            let reason = "`\(section)` in a configuration of kustomize may change it"
            switch section {
            case "nameReference":
                for referral in value.items {
                    let isFlux = FluxKind.allCases.contains {
                        referral["kind"]?.hasText($0.rawValue) ?? true
                    }
                    guard hasAffixes || !isFlux else { continue }
                    doubt(fieldSpecs(of: referral), besides: [], reason: reason, in: origin)
                }
            case "varReference": break
            default:
                doubt(
                    value.items.map(\.self), besides: Self.standardPaths, reason: reason, in: origin
                )
            }
        }
    }

    /// The fields that kustomize changes by default.
    private static let standardPaths: Set<String> = [
        "metadata/name", "metadata/namespace", "metadata/labels", "metadata/annotations",
    ]

    // MARK: replacements

    /// Takes the entries of `replacements`: each a file, or the replacement itself.
    mutating func readReplacements(_ list: YAMLNode, in origin: TextOrigin) {
        for replacement in list.items {
            guard replacement["targets"] == nil, let path = replacement["path"] else {
                readReplacement(replacement, in: origin)
                continue
            }
            guard let documents = documents(of: path, in: origin) else {
                add(
                    .doubt(.all), of: [],
                    reason: "the replacement `\(path.text ?? "")` cannot be read",
                    at: path, in: origin)
                continue
            }
            for (root, origin) in documents {
                // Such a file contains one replacement, or a list of them.
                let items = root.kind == .sequence ? root.items.map(\.self) : [root]
                for item in items { readReplacement(item, in: origin) }
            }
        }
    }

    private mutating func readReplacement(_ replacement: YAMLNode, in origin: TextOrigin) {
        let reason = "`replacements` of a kustomization may change it"
        guard let targets = replacement["targets"] else {
            return add(.doubt(.all), of: [], reason: reason, at: replacement, in: origin)
        }
        for target in targets.items {
            // What is written into Namespaces says nothing about the objects beside them.
            guard target["select"].map({ $0.string("kind") != "Namespace" }) ?? true else {
                continue
            }
            var unknown: Uncertainty = []
            for field in target["fieldPaths"]?.items.map(\.self) ?? [] {
                unknown.formUnion(Uncertainty(writing: field.text ?? ""))
            }
            add(
                .doubt(unknown), of: target["select"].map { [PatchTarget($0)] } ?? [],
                reason: reason, at: target, in: origin)
        }
    }

    // MARK: Files

    /// The documents that an entry leads to; nil where they cannot be read.
    func documents(
        of entry: YAMLNode, in origin: TextOrigin
    ) -> [(root: YAMLNode, origin: TextOrigin)]? {
        guard let text = entry.text else {
            return entry.resolvedKind == .mapping ? [(entry, origin)] : nil
        }
        if text.contains("\n") {
            return InlineText(entry, in: origin.source).flatMap {
                Self.documents(in: TextOrigin($0, in: origin))
            }
        }
        switch tree.place(at: text, from: directory) {
        case .file(let number)?: return Self.documents(in: TextOrigin(files[number]))
        case .directory(let number)?: return documents(listedBy: number)
        case nil: return nil
        }
    }

    /// The documents of a kustomization that only lists files.
    private func documents(listedBy directory: Int) -> [(root: YAMLNode, origin: TextOrigin)]? {
        guard let number = tree.directories[directory].kustomization,
            let fact = files[number].facts.kustomization, fact.furtherKeys.isEmpty,
            fact.bases.isEmpty, fact.components.isEmpty, fact.namespace == nil
        else { return nil }
        var documents: [(root: YAMLNode, origin: TextOrigin)] = []
        for entry in fact.resources {
            guard case .file(let file)? = tree.place(at: entry.text, from: directory),
                let found = Self.documents(in: TextOrigin(files[file]))
            else { return nil }
            documents += found
        }
        return documents
    }

    private static func documents(
        in origin: TextOrigin
    ) -> [(root: YAMLNode, origin: TextOrigin)]? {
        do throws(YAMLError) {
            let documents = try YAMLStream(origin.source).documents
            guard documents.count <= documentLimit else { return nil }
            return documents.map { ($0.root, origin) }
        } catch {
            return nil
        }
    }
}

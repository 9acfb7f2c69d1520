import YAMLSyntax

extension KustomizationFact {
    /// The files and directories that kustomize reads beside `resources`, `bases` and `components`,
    /// as written; texts that are in the kustomization itself are left out.
    package var furtherPaths: [LocatedText] {
        furtherKeys.flatMap { Self.paths(under: $0.name, $0.value) }
    }

    private static func paths(under key: String, _ value: YAMLNode) -> [LocatedText] {
        switch key {
        case "patches", "patchesJson6902", "replacements":
            value.items.compactMap { $0.located("path") }
        case "patchesStrategicMerge", "configurations", "crds", "transformers", "generators",
            "validators":
            value.items.compactMap { LocatedText($0) }.filter { !$0.text.isInlineDocument }
        case "configMapGenerator", "secretGenerator": value.items.flatMap(generatorPaths)
        case "openapi": [value.located("path")].compactMap(\.self)
        default: []
        }
    }

    /// Entries of `files` may begin with the key that the file becomes: `KEY=PATH`.
    private static func generatorPaths(_ generator: YAMLNode) -> [LocatedText] {
        let files = texts(generator["files"]).map { entry in
            guard let sign = entry.text.firstIndex(of: "=") else { return entry }
            return LocatedText(text: String(entry.text[sign...].dropFirst()), span: entry.span)
        }
        return files + texts(generator["envs"]) + [generator.located("env")].compactMap(\.self)
    }

    private static func texts(_ list: YAMLNode?) -> [LocatedText] {
        list?.items.compactMap { LocatedText($0) } ?? []
    }
}

extension String {
    /// Whether this is a document in the place of a path.
    fileprivate var isInlineDocument: Bool { contains("\n") || contains(": ") }
}

import SourceText

/// What a file can be for Flux and kustomize, by its name alone.
package enum FileRole: Hashable, Sendable {
    /// Visited by Flux's image automation: `.yaml`, `.yml` and the name `Kustomization`.
    case yaml
    /// Also what kustomize reads a folder's build from.
    case kustomization
    /// Never visited by image automation, but a manifest nevertheless: JSON.
    case json
    /// Looks like a manifest by its name, but nothing reads it as one: `.YAML`, `.yaml.tpl`…
    case unvisited

    /// Nil for a file that can hold no manifest.
    ///
    /// Compares bytes, in an array: this is asked of every file of a repository.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        if name.ends(with: ".yaml") || name.ends(with: ".yml") {
            let isKustomization =
                name.elementsEqual("kustomization.yaml".utf8)
                || name.elementsEqual("kustomization.yml".utf8)
            self = isKustomization ? .kustomization : .yaml
        } else if name.elementsEqual("Kustomization".utf8) {
            self = .kustomization
        } else if name.ends(with: ".json") {
            self = .json
        } else if name.contains(UInt8(ascii: ".")), name.mentionsYAML {
            self = .unvisited
        } else {
            return nil
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }

    /// Whether `.yaml` or `.yml` stands anywhere in it, in any case.
    fileprivate var mentionsYAML: Bool {
        let lowerCase = map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return lowerCase.contains(word: Array(".yaml".utf8))
            || lowerCase.contains(word: Array(".yml".utf8))
    }
}

import SourceText

/// The role of a file for Flux and kustomize, by its name alone.
package enum FileRole: Hashable, Sendable {
    /// Visited by Flux's image automation: `.yaml`, `.yml` and the name `Kustomization`.
    case yaml
    /// Also the file from which kustomize reads a directory's build.
    case kustomization
    /// Never visited by image automation, but a manifest nevertheless: JSON.
    case json
    /// Looks like a manifest by its name, but nothing reads it as one: `.YAML`, `.yaml.tpl`…
    case unvisited

    /// Nil for a file that can contain no manifest.
    package init?(path: String) {
        if path.endsInBytes(of: ".yaml") || path.endsInBytes(of: ".yml") {
            let isKustomization =
                path.isFile(named: "kustomization.yaml") || path.isFile(named: "kustomization.yml")
            self = isKustomization ? .kustomization : .yaml
        } else if path.isFile(named: "Kustomization") {
            self = .kustomization
        } else if path.endsInBytes(of: ".json") {
            self = .json
        } else if path.nameMentionsYAML {
            self = .unvisited
        } else {
            return nil
        }
    }
}

extension String {
    fileprivate func isFile(named name: String) -> Bool {
        endsInBytes(of: name)
            && (utf8.count == name.utf8.count || endsInBytes(of: "/" + name))
    }

    /// Whether the last part of the path contains `.yaml` or `.yml`, in any case.
    fileprivate var nameMentionsYAML: Bool {
        let name = utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
        guard name.contains(UInt8(ascii: ".")) else { return false }
        let lowerCase = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return lowerCase.contains(word: Array(".yaml".utf8))
            || lowerCase.contains(word: Array(".yml".utf8))
    }
}

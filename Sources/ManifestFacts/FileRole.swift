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
    package init?(path: String) {
        let name =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[$0...].dropFirst() } ?? path[...]
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name == "Kustomization" {
            let isKustomization = ["kustomization.yaml", "kustomization.yml", "Kustomization"]
                .contains(name)
            self = isKustomization ? .kustomization : .yaml
        } else if name.hasSuffix(".json") {
            self = .json
        } else if name.lowercased().contains(".yaml") || name.lowercased().contains(".yml") {
            self = .unvisited
        } else {
            return nil
        }
    }
}

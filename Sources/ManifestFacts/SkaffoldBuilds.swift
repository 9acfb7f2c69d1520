import YAMLSyntax

/// The images that a skaffold configuration builds, and tags where it deploys.
enum SkaffoldBuilds {
    /// None for any other document.
    static func setters(in document: YAMLDocument) -> [TagSetter] {
        guard document.root["apiVersion"]?.text?.hasPrefix("skaffold/") == true else { return [] }
        var setters = setters(in: document.root)
        if let profiles = document.root["profiles"] {
            for profile in profiles.items { setters += self.setters(in: profile) }
        }
        return setters
    }

    private static func setters(in part: YAMLNode) -> [TagSetter] {
        guard let artifacts = part[path: "build", "artifacts"] else { return [] }
        return artifacts.items.compactMap { artifact in
            artifact.string("image").map {
                TagSetter(target: .image(NamePattern($0)), tool: "skaffold")
            }
        }
    }
}

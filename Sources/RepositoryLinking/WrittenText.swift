import YAMLSyntax

extension EffectiveObject {
    /// A text of the object, to point into and to edit; nil where it does not stand in the file
    /// at `path` as it is, because a patch or a variable brought it.
    package func text(_ keys: String..., writtenIn path: String) -> PolicyText? {
        var node = document
        for key in keys { node = node?[key] }
        guard variables == nil, case .written(let written, let origin)? = node,
            origin.isFile(at: path)
        else { return nil }
        return PolicyText(written, path: path)
    }
}

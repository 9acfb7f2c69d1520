import SourceText

extension EffectiveObject {
    /// A text of the object, to point into and to edit; nil where it is not in the file
    /// at `path` as it is, because a patch or a variable brought it.
    package func text(_ keys: String..., writtenIn path: String) -> PolicyText? {
        guard variables == nil, let text = PolicyText(self, keys), text.isInFile,
            text.location.path == path
        else { return nil }
        return text
    }
}

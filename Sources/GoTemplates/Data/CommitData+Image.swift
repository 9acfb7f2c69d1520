import ImageReferences

extension CommitData.Image {
    private static let defaultTag = "latest"

    /// The parts of a reference as go-containerregistry tells them; an empty tag is `latest`.
    ///
    /// Source: go-containerregistry, `name.ParseReference` and the methods of its result.
    package init(_ text: String, policy: (namespace: String, name: String)) {
        let reference = ImageReference(text, convention: .fluxRepository)
        let name = Repository(nameIn: text, convention: .fluxRepository)?.canonicalName ?? ""
        let slash = name.firstIndex(of: "/") ?? name.startIndex
        let tag = reference.tag.text ?? Self.defaultTag
        self.init(
            text: text,
            name: name + (reference.digest.text.map { "@\($0)" } ?? ":\(tag)"),
            parts: (String(name[..<slash]), String(name[slash...].dropFirst())),
            identifier: reference.digest.text ?? tag, policy: policy)
    }
}

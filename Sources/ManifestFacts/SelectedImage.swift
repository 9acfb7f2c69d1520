/// An image as a policy selects it: what setters write parts of.
package struct SelectedImage: Hashable, Sendable {
    /// As the ImageRepository has it, which need not be in full.
    package let name: String
    package let tag: String
    /// With its algorithm; nil where the policy reflects none.
    package let digest: String?

    package init(name: String, tag: String, digest: String? = nil) {
        self.name = name
        self.tag = tag
        self.digest = digest
    }

    /// The text that replaces a whole marked scalar; empty for a digest that is absent.
    ///
    /// Source: image-automation-controller, `internal/update/setters.go`.
    package func text(of field: SetterMarker.Field) -> String {
        switch field {
        case .image: "\(name):\(tag)" + (digest.map { "@\($0)" } ?? "")
        case .tag: tag
        case .name: name
        case .digest: digest ?? ""
        }
    }
}

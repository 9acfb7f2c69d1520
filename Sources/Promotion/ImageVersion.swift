/// An image as a manifest names it: repository, tag and digest.
package struct ImageVersion: Hashable, Sendable {
    /// Registry and path, as they are written.
    package let name: String
    package let tag: String?
    package let digest: String?

    package init(name: String, tag: String?, digest: String?) {
        self.name = name
        self.tag = tag
        self.digest = digest
    }

    /// `name:tag@digest`.
    package var text: String {
        name + (tag.map { ":" + $0 } ?? "") + (digest.map { "@" + $0 } ?? "")
    }
}

extension ImageVersion {
    /// The tag, else the digest.
    var versionText: String { tag ?? digest ?? "" }
}

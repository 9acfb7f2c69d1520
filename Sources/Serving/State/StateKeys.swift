/// Names an image as one login sees it.
package struct ImageKey: Hashable, Sendable {
    /// Registry and path in full.
    package let name: String
    /// Which login is used, never what it holds; empty without one.
    package let login: String

    package init(name: String, login: String = "") {
        self.name = name
        self.login = login
    }
}

/// Names a Flux object of a repository that is served.
package struct ObjectKey: Hashable, Sendable {
    /// As `RepositoryStatus.name`: without user and password.
    package let repository: String
    /// `NAMESPACE/NAME`.
    package let name: String

    package init(repository: String, name: String) {
        self.repository = repository
        self.name = name
    }
}

package import WebAccess

/// A user and a password that a cloud's registry accepts for some time.
package struct RegistryLogin: Equatable, Sendable {
    package let user: Secret
    package let password: Secret
    /// In seconds since 1970.
    package let expires: Int

    init(user: String, password: Secret, expires: Int) {
        self.user = Secret(user)
        self.password = password
        self.expires = expires
    }
}

/// A token of a cloud's, with its end in seconds since 1970.
struct CloudToken: Equatable, Sendable {
    let value: Secret
    let expires: Int
}

/// The objects that may have changed, as a call of a receiver says: a reason to look, and nothing more.
package struct ServiceHint: Sendable {
    /// ImageRepositories by name: `NAMESPACE/NAME`.
    package var imageRepositories: Set<String> = []
    /// Images, however they are written.
    package var images: Set<String> = []
    /// Automations that are to run: `NAMESPACE/NAME`.
    package var automations: Set<String> = []
    /// Whether the repository itself is to be fetched.
    package var fetches = false

    package init() {}
}

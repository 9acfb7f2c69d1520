/// The objects of one repository that a call gives a reason to look at, and nothing more.
package struct ReceiverHint: Hashable, Sendable {
    /// ImageRepositories to scan: `NAMESPACE/NAME`, as the model names them.
    package var imageRepositories: Set<String> = []
    /// ImageUpdateAutomations to run: `NAMESPACE/NAME`.
    package var automations: Set<String> = []
    /// GitRepositories to fetch: `NAMESPACE/NAME`.
    package var gitRepositories: Set<String> = []

    package init() {}

    package mutating func formUnion(_ other: ReceiverHint) {
        imageRepositories.formUnion(other.imageRepositories)
        automations.formUnion(other.automations)
        gitRepositories.formUnion(other.gitRepositories)
    }

    package var isEmpty: Bool {
        imageRepositories.isEmpty && automations.isEmpty && gitRepositories.isEmpty
    }
}

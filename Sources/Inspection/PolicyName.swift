/// How people name an ImagePolicy: `NAMESPACE/NAME`.
package struct PolicyName: Hashable, Sendable {
    package let namespace: String
    package let name: String

    /// Nil unless there is exactly one slash, with something on either side.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        namespace = parts[0]
        name = parts[1]
    }
}

extension PolicyName: CustomStringConvertible {
    package var description: String { "\(namespace)/\(name)" }
}

/// Why a policy cannot be explained: the repository does not declare it.
package struct PolicyMissing: Error, Hashable, Sendable {
    package let policy: PolicyName
    /// The declared policy that was probably meant.
    package let suggestion: String?
}

extension PolicyMissing: CustomStringConvertible {
    package var description: String {
        "no ImagePolicy `\(policy)` is declared here"
            + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
}

/// A Receiver of Flux as far as a call needs it; its Secret is not in it.
package struct Receiver: Sendable {
    /// Of the repository that declares it.
    package let repository: String
    package let namespace: String
    package let name: String
    /// Nil where it is unknown.
    package let type: ReceiverType?
    /// As written.
    package let typeText: String
    /// Lower case; empty for all.
    package let events: [String]
    package let resources: [ReceiverResource]
    package let filter: ReceiverFilter?
    package let secretName: String?
    package let isSuspended: Bool
    /// The fault of the manifest, whatever the Secret; nil for none.
    package let problem: ReceiverProblem?
    /// Deviations from what the manifest says; each one clause.
    package let notes: [String]

    /// `NAMESPACE/NAME`.
    package var displayName: String { namespace.isEmpty ? name : "\(namespace)/\(name)" }
}

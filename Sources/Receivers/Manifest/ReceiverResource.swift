/// One entry of `spec.resources`: what a call is to reconcile.
package struct ReceiverResource: Hashable, Sendable {
    /// Which objects of the kind and namespace.
    package enum Selection: Hashable, Sendable {
        case named(String)
        /// `name: '*'` with `matchLabels`.
        case labelled([String: String])
    }

    package let kind: String
    package let namespace: String
    package let selection: Selection
    package let filter: ReceiverFilter?
}

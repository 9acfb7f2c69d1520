/// What names one Kubernetes object in a manifest; each part is nil where the manifest lacks it.
package struct ObjectIdentity: Hashable, Sendable {
    package let apiVersion: String?
    package let kind: String?
    /// As written, before any transformer.
    package let namespace: String?
    package let name: String?

    package init(apiVersion: String?, kind: String?, namespace: String?, name: String?) {
        self.apiVersion = apiVersion
        self.kind = kind
        self.namespace = namespace
        self.name = name
    }
}

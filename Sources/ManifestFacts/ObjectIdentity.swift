/// The identity of a Kubernetes object in a manifest; parts that the manifest lacks are nil.
package final class ObjectIdentity: Codable, Hashable, Sendable {
    package let apiVersion: String?
    package let kind: String?
    /// As written, before any transformer.
    package let namespace: String?
    package let name: String?
    /// The part of `apiVersion` before the slash; empty for the core group.
    ///
    /// Kept, because every kind of fact asks for it.
    package let group: String

    package init(apiVersion: String?, kind: String?, namespace: String?, name: String?) {
        self.apiVersion = apiVersion
        self.kind = kind
        self.namespace = namespace
        self.name = name
        let slash = apiVersion?.utf8.lastIndex(of: UInt8(ascii: "/"))
        group = slash.flatMap { slash in apiVersion.map { String($0[..<slash]) } } ?? ""
    }
}

extension ObjectIdentity {
    package static func == (left: ObjectIdentity, right: ObjectIdentity) -> Bool {
        left === right
            || left.name == right.name && left.kind == right.kind
                && left.namespace == right.namespace && left.apiVersion == right.apiVersion
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(apiVersion)
        hasher.combine(kind)
        hasher.combine(namespace)
        hasher.combine(name)
    }

    package var isFluxKustomization: Bool {
        kind == "Kustomization" && group == "kustomize.toolkit.fluxcd.io"
    }

    /// Whether this is one of the image kinds of Flux.
    ///
    /// Of an object with an API version of another group of Flux, the kind alone tells what it is
    /// meant to be: one fault should not hide the others.
    package func isFluxImage(kind: String) -> Bool {
        self.kind == kind
            && group.hasSuffix(".toolkit.fluxcd.io")
    }
}

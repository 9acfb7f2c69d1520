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

extension ObjectIdentity {
    /// The part of `apiVersion` before the slash; empty for the core group.
    package var group: String {
        guard let slash = apiVersion?.firstIndex(of: "/"), let apiVersion else { return "" }
        return String(apiVersion[..<slash])
    }

    package var isFluxKustomization: Bool {
        kind == "Kustomization" && group == "kustomize.toolkit.fluxcd.io"
    }

    /// Whether this is one of the image kinds of Flux.
    package func isFluxImage(kind: String) -> Bool {
        self.kind == kind && group == "image.toolkit.fluxcd.io"
    }
}

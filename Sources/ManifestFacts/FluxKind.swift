/// The kinds whose objects linking builds with their patches.
package enum FluxKind: String, CaseIterable {
    case imagePolicy = "ImagePolicy"
    case imageRepository = "ImageRepository"
    case imageUpdateAutomation = "ImageUpdateAutomation"
    case kustomization = "Kustomization"
    case receiver = "Receiver"
    case namespace = "Namespace"
    case gitRepository = "GitRepository"
    case resourceSet = "ResourceSet"

    package var group: String {
        switch self {
        case .imagePolicy, .imageRepository, .imageUpdateAutomation: "image.toolkit.fluxcd.io"
        case .kustomization: "kustomize.toolkit.fluxcd.io"
        case .receiver: "notification.toolkit.fluxcd.io"
        case .namespace: ""
        case .gitRepository: "source.toolkit.fluxcd.io"
        case .resourceSet: "fluxcd.controlplane.io"
        }
    }

    /// Nil for an object of another kind.
    package init?(_ object: ObjectIdentity) {
        guard let kind = object.kind, let known = FluxKind(rawValue: kind),
            known.group == object.group || object.isFluxImage(kind: kind)
        else { return nil }
        self = known
    }
}

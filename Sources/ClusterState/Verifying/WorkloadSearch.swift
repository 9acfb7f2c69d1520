import ManifestFacts

extension ClusterObjects {
    /// The objects in the cluster that a Kustomization made of the one that an image is in.
    ///
    /// Kustomizations may change names and namespaces: an object of exactly that name counts first,
    /// then the only one with an affix, and the namespace where that tells several apart.
    func objects(
        of image: VerifiedImage, ofKind kind: String, appliedBy kustomization: ClusterObject
    ) -> [ClusterObject] {
        guard let name = image.object?.name else { return [] }
        let inventory = kustomization.inventory
        let all = objects(ofKind: kind)
        let own = all.filter { $0.isApplied(by: kustomization, inventory) }
        let near = own.isEmpty ? all : own
        let exact = near.filter { $0.name == name }
        let named = exact.isEmpty ? image.affixed(name, in: own) : exact
        let namespace = image.root.targetNamespace ?? image.object?.namespace
        let inside = named.filter { $0.namespace == namespace }
        return inside.isEmpty ? (own.isEmpty && namespace != nil ? [] : named) : inside
    }

    /// The workloads of a release.
    func workloads(ofRelease release: ClusterObject) -> [Workload] {
        let prefix = "helm.toolkit.fluxcd.io/"
        return workloads.filter {
            $0.object.label(prefix + "name") == release.name
                && $0.object.label(prefix + "namespace") == release.namespace
        }
    }
}

extension VerifiedImage {
    /// The objects of one name with a prefix or suffix, unless Git has an object of that name.
    fileprivate func affixed(_ name: String, in objects: [ClusterObject]) -> [ClusterObject] {
        let found = objects.filter { object in
            (object.name.hasPrefix(name) || object.name.hasSuffix(name))
                && !longerNames.contains(object.name)
        }
        return Set(found.map(\.name)).count == 1 ? found : []
    }
}

extension ClusterObject {
    /// The ids of what a Kustomization has applied: `namespace_name_group_kind`.
    fileprivate var inventory: Set<String> {
        Set((status?["inventory"]?["entries"]?.items ?? []).compactMap { $0["id"]?.text })
    }

    fileprivate func isApplied(by kustomization: ClusterObject, _ inventory: Set<String>) -> Bool {
        let prefix = "kustomize.toolkit.fluxcd.io/"
        if label(prefix + "name") == kustomization.name,
            label(prefix + "namespace") == kustomization.namespace
        {
            return true
        }
        let group =
            switch kind {
            case "HelmRelease": "helm.toolkit.fluxcd.io"
            case "CronJob": "batch"
            default: "apps"
            }
        return inventory.contains("\(namespace)_\(name)_\(group)_\(kind)")
    }
}

import ManifestFacts
import RepositoryLinking

/// Compares the images of all workloads of two trees.
struct WorkloadComparison {
    private var former: WorkloadSide
    private var latter: WorkloadSide
    private var formerNames: ContainerNames
    private var latterNames: ContainerNames

    /// Both sides at the same time.
    init(from former: RepositoryModel, to latter: RepositoryModel) async {
        async let formerSide = WorkloadSide(of: former)
        self.latter = WorkloadSide(of: latter)
        self.former = await formerSide
        formerNames = ContainerNames(of: former)
        latterNames = ContainerNames(of: latter)
    }

    /// In the order of the files after the change, and then those that are gone.
    mutating func changes() -> [WorkloadChange] {
        var changes: [WorkloadChange] = []
        for workload in latter.order { changes += self.changes(of: workload) }
        for workload in former.order where latter.images(of: workload).isEmpty {
            changes += self.changes(of: workload)
        }
        return changes
    }

    private mutating func changes(of workload: Workload) -> [WorkloadChange] {
        var (old, new) = (former.images(of: workload), latter.images(of: workload))
        dropEqual(&old, &new)
        if old.isEmpty, new.isEmpty { return [] }
        let names = (
            old.map { formerNames.name(of: $0) }, new.map { latterNames.name(of: $0) }
        )
        var rest = Array(zip(old, names.0))
        var changes: [WorkloadChange] = []
        for (image, name) in zip(new, names.1) {
            let place = rest.firstIndex { $0.1 == name && $0.0.isImage == image.isImage }
            let before = place.map { rest.remove(at: $0).0 }
            changes.append(change(of: workload, name, from: before, to: image))
        }
        return changes + rest.map { change(of: workload, $0.1, from: $0.0, to: nil) }
    }

    /// Takes away the images that are on both sides alike.
    private mutating func dropEqual(_ old: inout [WorkloadImage], _ new: inout [WorkloadImage]) {
        var signatures = old.map { former.signature(of: $0) }
        new = new.filter { image in
            guard let place = signatures.firstIndex(of: latter.signature(of: image)) else {
                return true
            }
            signatures.remove(at: place)
            old.remove(at: place)
            return false
        }
    }

    private mutating func change(
        of workload: Workload, _ container: String, from old: WorkloadImage?,
        to new: WorkloadImage?
    ) -> WorkloadChange {
        WorkloadChange(
            workload: workload, container: container,
            environments: new?.environments ?? old?.environments ?? [],
            isImage: (new ?? old)?.isImage ?? true,
            former: old.map { former.side(of: $0) }, latter: new.map { latter.side(of: $0) })
    }
}

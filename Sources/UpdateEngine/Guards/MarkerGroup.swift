import ImageReferences
import ManifestFacts
import RepositoryLinking

/// The markers of one policy in one object of a file: together they write one image.
struct MarkerGroup {
    /// `NAMESPACE/NAME`.
    let policy: String
    let object: ObjectIdentity?
    let policies: [LinkedPolicy]
    private let markers: [(field: SetterMarker.Field, update: MarkerUpdate)]

    private struct Key: Hashable {
        let policy: String
        let object: ObjectIdentity?
    }

    /// The groups with a change, in the order of their first markers.
    static func groups(in file: FileUpdate) -> [MarkerGroup] {
        var order: [Key] = []
        var members: [Key: [(field: SetterMarker.Field, update: MarkerUpdate)]] = [:]
        for update in file.markers {
            guard let setter = SetterMarker(update.marker), update.value != nil else { continue }
            let key = Key(policy: "\(setter.namespace)/\(setter.name)", object: update.object)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append((setter.field, update))
        }
        return order.compactMap { key in
            let own = members[key] ?? []
            guard own.contains(where: { $0.update.change != nil }) else { return nil }
            return MarkerGroup(
                policy: key.policy, object: key.object, policies: own[0].update.policies,
                markers: own)
        }
    }

    /// Where the changes are, in bytes of the markers.
    var offsets: [Int] { markers.filter { $0.update.change != nil }.map(\.update.offset) }

    var image: SelectedImage? { markers.lazy.compactMap(\.update.change?.image).first }

    /// Each once, in the order of their markers; a value without a tag is none.
    var oldTags: [String] {
        var seen: Set<String> = []
        return markers.compactMap { field, update in
            guard let value = update.value else { return nil }
            switch field {
            case .tag: return value
            case .image: return ImageReference(value, convention: .fluxRepository).tag.text ?? value
            case .name, .digest: return nil
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Whether what is here in the end has the digest of the image.
    var holdsDigest: Bool {
        image?.digest != nil && markers.contains { $0.field == .image || $0.field == .digest }
    }
}

extension MarkerUpdate {
    fileprivate var change: MarkerChange? {
        if case .changed(let change) = outcome { change } else { nil }
    }

    /// The current value.
    fileprivate var value: String? {
        switch outcome {
        case .changed(let change): change.old
        case .unchanged(let value): value
        case .skipped, .refused: nil
        }
    }
}

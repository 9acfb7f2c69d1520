import Kustomize
import ManifestFacts
package import SourceText

/// The kind of place that says which image a workload runs.
package enum ImageOrigin: String, CaseIterable, Sendable {
    /// The workload itself.
    case manifest
    /// A patch of a kustomization or a Flux Kustomization.
    case patch
    /// An entry of `images` in a kustomization or a Flux Kustomization.
    case entry
    /// The values of a HelmRelease, wherever they are.
    case values
    /// A marker's value that is no image by itself, such as that of a ConfigMap.
    case marker
}

/// Tells the origins of the images of a model.
package struct ImageOrigins {
    private let model: RepositoryModel
    /// The scalars of entries of `images`.
    private let entries: Set<SourceLocation>

    package init(of model: RepositoryModel) {
        self.model = model
        entries = Set(model.images.lazy.filter { $0.fact.use == .override }.flatMap(\.places))
    }

    /// The scalars that say which image it is, with their kinds: those of patches and entries first,
    /// because they decide.
    package func origins(
        of image: WorkloadImage
    ) -> [(origin: ImageOrigin, place: SourceLocation)] {
        let all = image.version.image.places.map { (origin: origin(of: image, at: $0), place: $0) }
        return all.filter { $0.place.path != image.path || $0.origin == .entry }
            + all.filter { $0.place.path == image.path && $0.origin != .entry }
    }

    /// Whether a variable of Flux is in one of the scalars.
    package func hasVariables(_ image: WorkloadImage) -> Bool {
        image.version.image.places.contains { place in
            guard let source = model.file(at: place.path)?.facts.source,
                place.span.upperBound <= source.count
            else { return false }
            return source[place.span.range].contains(UInt8(ascii: "$"))
        }
    }

    /// The scalars as they are written, for one that something unknown fills in.
    package func writtenTexts(of image: WorkloadImage) -> [String] {
        image.version.image.places.map { place in
            guard let source = model.file(at: place.path)?.facts.source,
                place.span.upperBound <= source.count
            else { return "" }
            return String(decoding: source[place.span.range], as: UTF8.self)
        }
    }

    private func origin(of image: WorkloadImage, at place: SourceLocation) -> ImageOrigin {
        if !image.isImage { return .marker }
        if entries.contains(place) { return .entry }
        let isRelease = image.object?.kind == "HelmRelease"
        if place.path == image.path { return isRelease ? .values : .manifest }
        guard isRelease, let file = model.file(at: place.path) else { return .patch }
        let isPatch =
            file.facts.role == .kustomization || !file.facts.fluxKustomizations.isEmpty
            || model.use(ofFile: place.path).use == .patch
        return isPatch ? .patch : .values
    }
}

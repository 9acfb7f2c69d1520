package import Configuration
import Kustomize
import ManifestFacts

/// The releases of Flux that run: the one that the configuration declares, else those that the
/// repository installs in any of its clusters.
///
/// An installation is told by the labels of its Namespace, the comment in front of its manifests,
/// the version of a FluxInstance, the tags of its controllers' images, else by the versions that
/// its CustomResourceDefinition of ImagePolicies serves.
package struct FluxReleases: Sendable {
    /// Whether the configuration says it.
    package let isDeclared: Bool
    /// Nil for a release that may be older than all that rules ask for.
    private let releases: Set<FluxVersion?>

    init(_ model: RepositoryModel) {
        if let declared = model.configuration.fluxVersion {
            isDeclared = true
            releases = [declared.value]
            return
        }
        isDeclared = false
        let labels = model.objects.namespaces.compactMap { Self.label(of: $0.object) }
        let statements = model.files.flatMap(\.facts.statedFluxVersions).compactMap {
            Self.release($0)
        }
        let controllers = model.images.compactMap { Self.release(ofController: $0.fact) }
        let stated = Set(labels + statements + controllers)
        // Definitions tell less: other kinds may have changed since.
        releases =
            stated.isEmpty
            ? Set(model.files.flatMap(\.facts.servedPolicyVersions).map(Self.release(serving:)))
            : stated
    }

    /// Whether anything tells which releases run.
    package var areKnown: Bool { !releases.isEmpty }

    /// Whether all that run are that release or a later one; false where nothing tells.
    package func areAll(atLeast version: FluxVersion) -> Bool {
        areKnown && releases.allSatisfy { $0.map { $0 >= version } ?? false }
    }

    /// The latest of them; nil where nothing tells, and for one before 2.0.
    package var latest: FluxVersion? { releases.compactMap(\.self).max() }

    // MARK: Evidence

    private static func label(of namespace: EffectiveObject) -> FluxVersion?? {
        guard let labels = namespace.labels,
            labels["app.kubernetes.io/part-of"]?.known == "flux",
            let version = labels["app.kubernetes.io/version"]?.known
        else { return nil }
        return release(version)
    }

    /// Nil for a text that leaves the minor release open, such as `2.x` or `latest`.
    private static func release(_ text: String) -> FluxVersion?? {
        let text = text.prefix { $0 != "-" && $0 != "+" }
        let parts = (text.hasPrefix("v") ? text.dropFirst() : text).split(separator: ".")
        guard parts.count > 1, let major = Int(parts[0]), let minor = Int(parts[1]) else {
            return nil
        }
        return .some(FluxVersion("\(major).\(minor)"))
    }

    /// The earliest that serves these versions of ImagePolicies and no others; nil for one before
    /// 2.7, which brought `v1`.
    private static func release(serving versions: Set<String>) -> FluxVersion? {
        guard versions.contains("v1") else { return nil }
        return FluxVersion(minor: versions.contains("v1beta2") ? 7 : 9)
    }

    /// By the pairing of their minor versions.
    ///
    /// Source: the release notes of Flux 2.0 to 2.9.
    private static func release(ofController image: ImageFact) -> FluxVersion?? {
        guard let path = image.repository.text ?? image.overriddenName?.text,
            path.hasSuffix("-controller"), path.contains("fluxcd"),
            let first = firstRelease[path.lastName], let tag = image.tag.text
        else { return nil }
        let parts = (tag.hasPrefix("v") ? tag.dropFirst() : tag[...]).split(separator: ".")
        guard parts.count == 3, let major = Int(parts[0]), let minor = Int(parts[1]) else {
            return nil
        }
        return .some(major == 1 ? FluxVersion(minor: first + minor) : nil)
    }

    /// The minor release of Flux 2 that came with version 1.0 of each controller.
    private static let firstRelease = [
        "image-automation-controller": 7, "image-reflector-controller": 7,
        "kustomize-controller": 0,
        "notification-controller": 0, "source-controller": 0,
    ]
}

import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags objects in an API version that Flux no longer serves.
struct ApiVersionRemoved: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let objects = model.versionedObjects
        let former = objects.filter { $0.former != nil }
        guard !former.isEmpty else { return [] }
        guard model.fluxReleases.areKnown else { return announcements(for: former) }
        let changed = Set(objects.filter { !$0.isAsWritten }.map(\.root))
        return former.compactMap { object in
            guard let (apiVersion, removal) = object.former,
                model.fluxReleases.areAll(atLeast: removal.version)
            else { return nil }
            return finding(
                "Flux \(removal.version) and later do not serve `\(apiVersion.text ?? "")`, so Flux "
                    + "cannot apply this object: write `v1`", at: apiVersion, of: object,
                severity: model.fluxReleases.isDeclared ? .error : .warning,
                fix: changed.contains(object.root) ? nil : fix(removal, apiVersion, of: object))
        }
    }

    /// A note for each removed version, if the repository does not tell which release runs.
    private func announcements(for former: [VersionedObject]) -> [Finding] {
        var seen: Set<String> = []
        return former.compactMap { object in
            guard let (apiVersion, removal) = object.former, let text = apiVersion.text,
                seen.insert(text).inserted
            else { return nil }
            return finding(
                "Flux \(removal.version) and later do not serve `\(text)`: write `v1` before that "
                    + "upgrade, or declare the running release as `flux.version` in the "
                    + "configuration", at: apiVersion, of: object, severity: .note)
        }
    }

    private func finding(
        _ message: String, at apiVersion: YAMLNode, of object: VersionedObject, severity: Severity,
        fix: Fix? = nil
    ) -> Finding {
        finding(
            message, at: SourceLocation(path: object.path, span: apiVersion.span),
            severity: severity, object: object.identity,
            subject: "\(object.identity.kind ?? "") \(object.identity.name ?? "")", fix: fix)
    }

    /// Writes `v1`, and renames or drops the fields that `v1` has under another name or not at all.
    private func fix(
        _ removal: APIRemoval, _ apiVersion: YAMLNode, of object: VersionedObject
    ) -> Fix? {
        guard let text = apiVersion.text, let span = apiVersion.textSpan,
            let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
            let spec = object.root["spec"], spec["<<"] == nil, let gone = removal.goneFields,
            let moves = PatchMoves(of: spec, gone: gone, in: object.source)
        else { return nil }
        let start = span.lowerBound + text.utf8.distance(from: text.startIndex, to: slash) + 1
        return Fix(
            isSafe: false,
            description: (["write `v1`"] + moves.descriptions).joined(separator: ", "),
            edits: [TextEdit(span: SourceSpan(start, span.upperBound), replacement: "v1")]
                + moves.edits)
    }
}

/// An API version that a release of Flux no longer serves.
private struct APIRemoval {
    let version: FluxVersion
    /// The fields that `v1` removed from `spec`; nil if it differs in more than that.
    var goneFields: [String]? = []

    /// Source: the release notes of Flux 2.7 and 2.8, and of the image controllers 1.0 and 1.2.
    static let all: [String: APIRemoval] = {
        let kustomization = ["validation", "patchesStrategicMerge", "patchesJson6902"]
        return [
            "image.toolkit.fluxcd.io/v1alpha1": APIRemoval(
                version: FluxVersion(minor: 0), goneFields: nil),
            "image.toolkit.fluxcd.io/v1alpha2": APIRemoval(
                version: FluxVersion(minor: 0), goneFields: nil),
            "image.toolkit.fluxcd.io/v1beta1": APIRemoval(version: FluxVersion(minor: 7)),
            "image.toolkit.fluxcd.io/v1beta2": APIRemoval(version: FluxVersion(minor: 9)),
            "kustomize.toolkit.fluxcd.io/v1beta1": APIRemoval(
                version: FluxVersion(minor: 7), goneFields: kustomization),
            "kustomize.toolkit.fluxcd.io/v1beta2": APIRemoval(
                version: FluxVersion(minor: 8), goneFields: kustomization),
            "notification.toolkit.fluxcd.io/v1beta1": APIRemoval(version: FluxVersion(minor: 7)),
        ]
    }()
}

extension VersionedObject {
    /// The API version and its removal; nil if all releases serve it.
    fileprivate var former: (apiVersion: YAMLNode, removal: APIRemoval)? {
        guard let node = root["apiVersion"], let removal = node.text.flatMap({ APIRemoval.all[$0] })
        else { return nil }
        return (node, removal)
    }
}

extension RepositoryModel {
    /// The objects that take part in image automation, in no order.
    fileprivate var versionedObjects: [VersionedObject] {
        imageObjects
            + (hasFormerKustomizations ? kustomizations.map(versioned) : [])
            + objects.receivers.map(versioned)
    }

    /// Whether any Flux Kustomization has a removed version; building all of them is expensive.
    fileprivate var hasFormerKustomizations: Bool {
        files.contains { file in
            file.facts.fluxKustomizations.contains { fact in
                fact.object.identity.apiVersion.map { APIRemoval.all[$0] != nil } ?? false
            }
        }
    }
}

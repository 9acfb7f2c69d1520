import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags Flux objects that the API server rejects: unknown kinds, versions and fields, and invalid
/// values.
struct ObjectInvalid: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        faulty(in: model) + early(in: model)
    }

    private func faulty(in model: RepositoryModel) -> [Finding] {
        model.schemaFaults.map { file, reach, fault in
            let words = SchemaFaultWords(fault)
            return finding(
                words.message + (reach.reason.map { "; \($0)" } ?? ""),
                at: SourceLocation(path: file.path, span: fault.span),
                severity: reach.reason == nil ? nil : .note, object: fault.object,
                subject: "\(fault.object.kind ?? "") \(fault.object.name ?? "") \(words.field)",
                topic: FindingTopic(fault.object))
        }
    }

    /// Findings about versions that are newer than every release of Flux that runs.
    private func early(in model: RepositoryModel) -> [Finding] {
        let releases = model.fluxReleases
        guard let latest = releases.latest else { return [] }
        return model.imageObjects.compactMap { object in
            guard let apiVersion = object.root.located("apiVersion"),
                let first = FirstRelease.release(of: object.identity), latest < first
            else { return nil }
            let reach = model.reach(ofFile: object.path)
            let severity: Severity = releases.isDeclared ? .error : .warning
            return finding(
                "Flux \(latest), which runs here, does not serve `\(apiVersion.text)` yet, so it "
                    + "cannot apply the object: upgrade to Flux \(first), or write an earlier version"
                    + (reach.reason.map { "; \($0)" } ?? ""),
                at: SourceLocation(path: object.path, span: apiVersion.span),
                severity: reach.reason == nil ? severity : .note, object: object.identity,
                subject: "\(object.identity.kind ?? "") \(object.identity.name ?? "")")
        }
    }
}

extension FindingTopic {
    /// The topic of an ImagePolicy with a known namespace; empty for other objects.
    fileprivate init(_ object: ObjectIdentity) {
        guard object.kind == "ImagePolicy", let namespace = object.namespace,
            let name = object.name
        else {
            self.init()
            return
        }
        self.init(policy: "\(namespace)/\(name)")
    }
}

/// The minor releases of Flux 2 that first served an API version.
///
/// Source: the changelogs of image-reflector-controller 1.0.0 and image-automation-controller
/// 0.38.0 and 1.0.0, and the release notes of Flux 2.3 and 2.7.
private enum FirstRelease {
    static func release(of object: ObjectIdentity) -> FluxVersion? {
        switch (object.apiVersion, object.kind) {
        case ("image.toolkit.fluxcd.io/v1", _): FluxVersion(minor: 7)
        case ("image.toolkit.fluxcd.io/v1beta2", "ImageUpdateAutomation"): FluxVersion(minor: 3)
        default: nil
        }
    }
}

/// The message about a fault in an object, with the probable remedy.
private struct SchemaFaultWords {
    private let fault: SchemaFault
    private let kind: String
    private let apiVersion: String

    init(_ fault: SchemaFault) {
        self.fault = fault
        kind = fault.object.kind ?? ""
        apiVersion = fault.object.apiVersion ?? ""
    }

    /// Such as `spec.filterTags.pattern`.
    var field: String { fault.path.joined(separator: ".") }

    var message: String {
        switch fault.kind {
        case .apiVersionMissing:
            "the object has no `apiVersion`, so it cannot be applied: write "
                + "`apiVersion: \(newestVersion(of: kind))`"
        case .kindMissing:
            "the object has no `kind`, so it cannot be applied: image automation has "
                + (FluxSchema.kindsByGroup[fault.object.group] ?? []).quotedList()
        case .notServed: notServed
        case .unknownField:
            "`\(field)` is not a field of \(kind) in `\(apiVersion)`, so Flux cannot apply the "
                + "object" + remedy
        case .wrongType(let expected):
            "`\(field)` has to be \(expected), so Flux cannot apply the object"
        case .unknownWord(let text, let words):
            "`\(text)` is not a value of `\(field)`, so Flux cannot apply the object: it has to be "
                + words.quotedList("or")
        case .noDuration(let text, let units):
            "`\(text)` is not a duration, so Flux cannot apply the object: `\(field)` takes "
                + "numbers with the units " + units.quotedList()
        }
    }

    private var notServed: String {
        if let versions = servedVersions {
            return "no release of Flux serves \(kind) in `\(apiVersion)`: write "
                + "`\(versions.last ?? "")`"
        }
        let kinds = FluxSchema.kindsByGroup[fault.object.group] ?? []
        let meant = Suggestion.nearest(to: kind, among: kinds)
        return "`\(fault.object.group)` has no kind `\(kind)`, so Flux cannot apply the object"
            + (meant.map { ": did you mean `\($0)`?" } ?? "")
    }

    /// The API versions of the kind; nil if the kind is not known.
    private var servedVersions: [String]? {
        let versions = FluxSchema.versions(ofKind: kind).map(\.apiVersion)
        return versions.isEmpty ? nil : versions
    }

    private func newestVersion(of kind: String) -> String {
        FluxSchema.versions(ofKind: kind).last?.apiVersion ?? ""
    }

    /// The version or the place in which the field is valid, or its probable spelling.
    private var remedy: String {
        guard let name = fault.path.last,
            let schema = FluxSchema.schema(apiVersion: apiVersion, kind: kind)
        else { return "" }
        let elsewhere = FluxSchema.versions(ofKind: kind).filter {
            $0.apiVersion != apiVersion && $0.shape(at: fault.path) != nil
        }
        if let other = elsewhere.last { return ": it is a field in `\(other.apiVersion)`" }
        if name == "spec" { return ": it belongs to the object itself, outside of `metadata`" }
        let places = schema.paths(ofField: name)
        if places.count == 1 {
            return ": it belongs at `\(places[0].joined(separator: "."))`"
        }
        let siblings = schema.fields(at: fault.path.dropLast())
        let meant = Suggestion.nearest(to: name, among: siblings)
        return meant.map { ": did you mean `\($0)`?" } ?? ""
    }
}

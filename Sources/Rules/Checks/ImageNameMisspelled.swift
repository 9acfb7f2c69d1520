import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags image names that are evidently misspelled.
struct ImageNameMisspelled: ImageRule, RepositoryRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard image.deployedParts.name == .deployed, image.fact.problems.isEmpty,
            case .known(let name, let span) = image.fact.repository,
            let defect = NameDefect(of: name, in: model),
            !defect.needsRegistry || image.fact.use != .helmValue
        else { return nil }
        return finding(defect.message, at: span, of: image, severity: defect.severity)
    }

    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard case .known(let name, let place) = repository.object.field("spec", "image"),
            ImageReference(name, convention: .fluxRepository).problems.isEmpty,
            let defect = NameDefect(of: name, in: model)
        else { return nil }
        return finding(defect.message, at: place, of: repository, severity: defect.severity)
    }
}

/// A defect of one image name; the more certain, the more severe.
private struct NameDefect {
    let message: String
    let severity: Severity
    /// Whether this is a defect only if the registry is not written elsewhere.
    let needsRegistry: Bool

    /// Nil for a name without a slip, or if several images come from its registry.
    init?(of name: String, in model: RepositoryModel) {
        guard let repository = model.imageNames.repository(named: name) else { return nil }
        guard let (slip, meant) = NameSlip.slip(in: repository) else {
            guard let meant = repository.withoutRepetition, model.imageNames.contains(meant) else {
                return nil
            }
            self.init(
                "the image `\(name)` repeats a part of its path, and the repository also has "
                    + "`\(meant.written)`; did you mean that?", .warning)
            return
        }
        let question = meant.map { "; did you mean `\($0)`?" } ?? ""
        switch slip {
        case .registry(let host, let known):
            if model.imageNames.isEstablished(host) { return nil }
            self.init(
                "the registry `\(host)` is one slip away from `\(known)`, and a pull from it fails "
                    + "or gets an image of another owner\(question)", .warning)
        case .doubledRegistry(let host, _):
            self.init("no registry is called `\(host)`, so every pull fails\(question)", .error)
        case .registryInPath(let host, let registry):
            self.init(
                "`\(registry)` has no namespace `\(host)`, so every pull fails\(question)", .error)
        case .nestedInHub:
            self.init(
                "Docker Hub has no repository of more than two parts such as `\(repository.path)`, "
                    + "so a pull fails; name the registry, or correct the path", .warning,
                needsRegistry: repository.registry == nil)
        case .doubledPath:
            self.init(
                "the image `\(name)` has its path twice, so a pull fails\(question)", .warning)
        }
    }

    private init(_ message: String, _ severity: Severity, needsRegistry: Bool = false) {
        self.message = message
        self.severity = severity
        self.needsRegistry = needsRegistry
    }
}

extension Repository {
    fileprivate var written: String { registry.map { "\($0)/\(path)" } ?? path }

    /// The name without the second of two equal adjacent parts; nil if there are none.
    fileprivate var withoutRepetition: Repository? {
        var parts = path.split(separator: "/")
        let place = parts.indices.dropFirst().first { parts[$0] == parts[$0 - 1] }
        guard let place else { return nil }
        parts.remove(at: place)
        return Repository(registry: registry, path: parts.joined(separator: "/"))
    }
}

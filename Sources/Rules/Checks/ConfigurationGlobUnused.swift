import Configuration
import RepositoryLinking
import SourceText

/// Flags globs of the configuration that match nothing.
struct ConfigurationGlobUnused: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard let path = model.configuration.path else { return [] }
        return model.unusedGlobs.compactMap { unused in
            guard let span = unused.glob.span else { return nil }
            let glob = unused.glob.value.source
            let location = SourceLocation(path: path, span: span)
            switch unused.purpose {
            case .environment(let name):
                return finding(
                    "`\(glob)` matches \(unused.subject.absence), so it adds nothing to the "
                        + "environment `\(name)`, whose requirements are then not checked; correct "
                        + "the glob, or remove it", at: location, subject: "\(name) \(glob)")
            case .exclusion:
                return finding(
                    "`\(glob)` matches \(unused.subject.absence), so it excludes nothing; correct "
                        + "the glob, or remove it", at: location, severity: .note,
                    subject: "exclude \(glob)")
            }
        }
    }
}

extension UnusedGlob.Subject {
    fileprivate var absence: String {
        switch self {
        case .file: "no file in this repository"
        case .namespace: "no namespace in this repository"
        case .cluster: "no directory that a Flux Kustomization in this repository deploys"
        }
    }
}

import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags ImageRepositories of one image that exclude different tags.
struct RepositoryExclusionConflict: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        var first: [String: [(repository: BuiltRepository, list: Set<String>)]] = [:]
        var findings: [Finding] = []
        for repository in model.objects.repositories {
            guard let image = repository.imageName, let list = repository.effectiveExclusions,
                repository.identity.name.known != nil
            else { continue }
            let others = first[image.canonical] ?? []
            let other = others.first {
                $0.list != Set(list) && $0.repository.isOther(than: repository)
                    && model.mayShareCluster($0.repository, repository)
            }
            if let other {
                findings.append(
                    finding(
                        "this ImageRepository and `\(other.repository.identity.displayName)` scan one "
                            + "image and exclude different tags, so both get the tags of the last "
                            + "scan: give them the same `exclusionList`",
                        at: repository.imageLocation, of: repository,
                        related: [
                            RelatedLocation(
                                "the other ImageRepository", at: other.repository.imageLocation)
                        ]))
            } else if others.count < Self.comparisonLimit {
                first[image.canonical, default: []].append((repository, Set(list)))
            }
        }
        return findings
    }

    /// At most this many ImageRepositories of one image are compared with each other.
    private static let comparisonLimit = 8
}

extension Effective where Fact == ImageRepositoryFact {
    fileprivate var imageLocation: SourceLocation {
        if case .known(_, let place) = object.field("spec", "image") { place } else { location }
    }

    fileprivate func isOther(than other: BuiltRepository) -> Bool {
        identity.displayName != other.identity.displayName
    }
}

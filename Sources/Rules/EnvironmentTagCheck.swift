import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText

/// A deployed tag that does not fit the environment of its file.
struct MisplacedTag {
    let tag: DeployedTag
    /// The environment that the file belongs to.
    let environment: String
    /// The environment that the tag belongs to; nil if it belongs to none.
    let owner: String?
}

extension RepositoryModel {
    /// The deployed tags that do not fit the environment of their file, once per environment.
    var misplacedTags: [MisplacedTag] {
        guard !environments.names.isEmpty else { return [] }
        return deployedTags.flatMap { tag in
            environments.areConfigured ? misplacedByConfiguration(tag) : misplacedByName(tag)
        }
    }

    /// Without configuration: builds of a lower environment in a path that names only production.
    private func misplacedByName(_ tag: DeployedTag) -> [MisplacedTag] {
        guard let owner = environments.token(ofTag: tag.tag),
            let production = environments.production(ofPath: tag.location.path),
            environments.isLower(owner, than: production)
        else { return [] }
        return [MisplacedTag(tag: tag, environment: production, owner: owner)]
    }

    private func misplacedByConfiguration(_ tag: DeployedTag) -> [MisplacedTag] {
        environments.configured(ofPath: tag.location.path, namespace: tag.object?.namespace)
            .compactMap { environment in
                guard speaks(environment, of: tag) else { return nil }
                let name = environment.name.value
                if environment.tags?.value.matches(tag.tag) == true { return nil }
                let owner = owner(of: tag.tag, besides: name)
                let fits =
                    environment.tags == nil
                    && owner.map { !environments.isLower($0, than: name) } ?? true
                return fits ? nil : MisplacedTag(tag: tag, environment: name, owner: owner)
            }
    }

    /// The other environment whose `tags` match the tag, or whose name it begins with.
    private func owner(of tag: String, besides name: String) -> String? {
        let named = environments.token(ofTag: tag)
        if let named, named != name { return named }
        return configuration.environments.first {
            $0.name.value != name && $0.tags?.value.matches(tag) == true
        }?.name.value
    }

    private func speaks(_ environment: Environment, of tag: DeployedTag) -> Bool {
        let isMarked = markedScalars.contains(tag.place)
        guard let image = tag.image else { return isMarked && environment.images == nil }
        return environment.speaks(ofImage: image.full)
            ?? (isMarked || scannedImages.contains(image))
    }
}

extension Environments {
    /// The production environment that a path names, if it names no other.
    func production(ofPath path: String) -> String? {
        let names = names(ofPath: path, namespace: nil)
        return names.allSatisfy(isProduction) ? names.first : nil
    }
}

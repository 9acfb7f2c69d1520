package import ManifestFacts
package import RegistryAccess
package import RepositoryLinking

/// Which images are to be asked for, and which ImageRepositories are left out, and why.
package struct ScanPlan: Sendable {
    /// In the order of the repository's files, each image once.
    package let targets: [ScanTarget]
    /// In the order of the repository's files.
    package let skipped: [SkippedScan]

    /// - Parameter chosen: Whether an ImageRepository is wanted.
    package init(
        _ model: RepositoryModel, asksForDigests: Bool = false,
        where chosen: (Effective<ImageRepositoryFact>) -> Bool = { _ in true }
    ) {
        self.init(
            model.objects.repositories.filter(chosen),
            digestsFor: asksForDigests ? model.policyLinks.policies : [])
    }

    /// - Parameter policies: Those whose selected tags are asked for their digests.
    package init(
        _ repositories: [Effective<ImageRepositoryFact>], digestsFor policies: [LinkedPolicy]
    ) {
        let tagged = PoliciesByImage(policies)
        var targets: [ScanTarget] = []
        var places: [String: Int] = [:]
        var skipped: [SkippedScan] = []
        var seen: Set<ObjectIdentifier> = []
        for repository in repositories
        where seen.insert(ObjectIdentifier(repository.object)).inserted {
            do throws(ScanObstacle) {
                let image = try repository.registryImage()
                guard let name = ImageName(image.name) else { throw .openName }
                if let place = places[name.canonical] {
                    targets[place].repositories.append(repository.displayName)
                } else {
                    places[name.canonical] = targets.count
                    targets.append(
                        ScanTarget(
                            image: image, name: name.full, repositories: [repository.displayName],
                            policies: tagged[name]))
                }
            } catch {
                skipped.append(SkippedScan(repository: repository.displayName, reason: error))
            }
        }
        self.targets = targets
        self.skipped = skipped
    }
}

/// One image that a registry is asked about.
package struct ScanTarget: Sendable {
    package let image: RegistryImage
    /// Registry and path in full.
    package let name: String
    /// The ImageRepositories that want it, as `NAMESPACE/NAME`.
    package fileprivate(set) var repositories: [String]
    /// Those whose selected tags are asked for their digests.
    let policies: [LinkedPolicy]
}

/// An ImageRepository that is not scanned.
package struct SkippedScan: Hashable, Sendable {
    package let repository: String
    package let reason: ScanObstacle
}

/// Why an ImageRepository is not scanned.
package enum ScanObstacle: Error, Hashable, Sendable {
    case suspended
    case noImage
    /// A variable in the name has no value here.
    case openName
    case invalidImage(String)
    /// Flux scans nothing while one of the patterns is none.
    case invalidExclusions
}

extension ScanObstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .suspended: "it is suspended"
        case .noImage: "it names no image"
        case .openName: "a variable in its image has no value here; `--set NAME=VALUE` gives one"
        case .invalidImage(let words): words
        case .invalidExclusions: "a pattern of its exclusion list is no regular expression"
        }
    }
}

extension Effective where Fact == ImageRepositoryFact {
    fileprivate func registryImage() throws(ScanObstacle) -> RegistryImage {
        if object.field("spec", "suspend").text == "true" { throw .suspended }
        switch object.field("spec", "image") {
        case .absent, .collection: throw .noImage
        case .unknown: throw .openName
        case .known(let text, _):
            if let exclusions, !exclusions.areValid { throw .invalidExclusions }
            do throws(RegistryError) {
                return try RegistryImage(
                    text, isDeclaredInsecure: object.field("spec", "insecure").text == "true")
            } catch {
                throw error.reason == .incompleteImage
                    ? .openName : .invalidImage("\(error.reason)")
            }
        }
    }

    fileprivate var displayName: String {
        let written = fact.fact.object.identity
        let namespace = identity.namespace.known ?? written.namespace
        return (namespace.map { "\($0)/" } ?? "") + (identity.name.known ?? written.name ?? "")
    }
}

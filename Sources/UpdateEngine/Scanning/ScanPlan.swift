package import ManifestFacts
package import RegistryAccess
package import RepositoryLinking
import TagPolicies

/// Which images are to be asked for, and which ImageRepositories are left out, and why.
package struct ScanPlan: Sendable {
    /// In the order of the ImageRepositories, each image once.
    package let targets: [ScanTarget]
    /// In the same order.
    package let skipped: [SkippedScan]
    /// The ImageRepositories that name a ServiceAccount for a cloud's login: only the cluster can
    /// act for one, so that this machine's own identity counts here.
    package let withServiceAccount: [String]

    /// - Parameters:
    ///   - wish: What is asked about the tags that policies select.
    ///   - chosen: Whether an ImageRepository is wanted.
    package init(
        _ model: RepositoryModel, wish: ScanOptions = [],
        where chosen: (Effective<ImageRepositoryFact>) -> Bool = { _ in true }
    ) {
        self.init(
            model.objects.repositories.filter(chosen), wish,
            for: wish.isEmpty ? [] : model.policyLinks.policies)
    }

    /// - Parameter policies: Those about whose selected tags more is asked.
    package init(
        _ repositories: [Effective<ImageRepositoryFact>], _ wish: ScanOptions,
        for policies: [LinkedPolicy]
    ) {
        let tagged = Dictionary(grouping: policies, by: \.image)
        var targets: [ScanTarget] = []
        var known: Set<ImageName> = []
        var skipped: [SkippedScan] = []
        var withServiceAccount: [String] = []
        var seen: Set<ObjectIdentifier> = []
        for repository in repositories
        where seen.insert(ObjectIdentifier(repository.object)).inserted {
            do throws(ScanObstacle) {
                let image = try repository.registryImage()
                guard let name = ImageName(image.name) else { throw .openName }
                guard known.insert(name).inserted else { continue }
                if image.provider != nil, repository.namesServiceAccount {
                    withServiceAccount.append(repository.name)
                }
                targets.append(
                    ScanTarget(
                        image: image, name: name.full, wish: wish,
                        policies: tagged[.image(name.canonical)] ?? []))
            } catch {
                skipped.append(SkippedScan(repository: repository.name, reason: error))
            }
        }
        self.targets = targets
        self.skipped = skipped
        self.withServiceAccount = withServiceAccount
    }
}

/// One image that a registry is asked about.
package struct ScanTarget: Sendable {
    package let image: RegistryImage
    /// Registry and path in full.
    package let name: String
    let wish: ScanOptions
    /// The policies about whose selected tags more is asked.
    let policies: [LinkedPolicy]

    package var asksForDigests: Bool { wish.contains(.digests) && !policies.isEmpty }
}

/// The details of single tags that are asked for, besides which tags there are.
package struct ScanOptions: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let digests = ScanOptions(rawValue: 1)
    package static let buildTimes = ScanOptions(rawValue: 2)
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
        case .invalidExclusions: "a pattern of its exclusion list is not a valid regular expression"
        }
    }
}

extension Effective where Fact == ImageRepositoryFact {
    fileprivate var namesServiceAccount: Bool {
        !(object.field("spec", "serviceAccountName").text ?? "").isEmpty
    }

    fileprivate func registryImage() throws(ScanObstacle) -> RegistryImage {
        if object.isSuspended { throw .suspended }
        switch object.field("spec", "image") {
        case .absent, .collection: throw .noImage
        case .unknown: throw .openName
        case .known(let text, _):
            if let exclusions, TagExclusions(valid: exclusions) == nil { throw .invalidExclusions }
            do throws(RegistryError) {
                return try RegistryImage(
                    text, isDeclaredInsecure: object.field("spec", "insecure").text == "true",
                    provider: object.field("spec", "provider").text)
            } catch {
                throw error.reason == .incompleteImage
                    ? .openName : .invalidImage("\(error.reason)")
            }
        }
    }
}

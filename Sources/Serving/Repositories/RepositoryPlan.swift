import GitAccess
import ManifestFacts
import RegistryAccess
import RepositoryLinking
import SourceText
import UpdateEngine

/// The work that one commit of a repository asks for: its images, automations and policies.
struct RepositoryPlan: Sendable {
    let model: RepositoryModel
    /// The images that are scanned, by how they are reached.
    private(set) var images: [ImageKey: PlannedImage] = [:]
    /// In the order of their files, each name once.
    private(set) var automations: [PlannedAutomation] = []
    /// The images of policies, by their numbers.
    private(set) var imagesOfPolicies: [Int: ImageKey] = [:]
    /// Seconds; nil where no GitRepository is at the address.
    private(set) var fetchInterval: Double?
    /// The faults of its objects; each one clause that names the object.
    private(set) var problems: [String] = []

    init(_ model: RepositoryModel, of repository: ServedRepository) {
        self.model = model
        planImages()
        planAutomations()
        planFetches(of: repository)
    }

    var wishes: Wishes {
        Wishes(
            fetchInterval: fetchInterval ?? IntervalReading.standard,
            images: images.mapValues(\.interval),
            automations: Dictionary(
                automations.filter { !$0.isSuspended }.map { ($0.name, $0.interval) }
            ) { min($0, $1) })
    }

    var policies: [LinkedPolicy] { model.policyLinks.policies }

    private mutating func note(_ reading: IntervalReading, _ kind: String, _ name: String) {
        if let problem = reading.problem { problems.append("\(kind) `\(name)`: \(problem)") }
    }

    private mutating func planImages() {
        var keys: [String: ImageKey] = [:]
        for repository in model.objects.repositories {
            let plan = ScanPlan([repository], [], for: [])
            for skipped in plan.skipped where skipped.reason != .suspended {
                problems.append("ImageRepository `\(skipped.repository)`: \(skipped.reason)")
            }
            guard let target = plan.targets.first, let name = repository.imageName else { continue }
            let reading = IntervalReading(of: repository.object)
            note(reading, "ImageRepository", repository.name)
            let key = ImageKey(name: target.name, login: repository.login)
            keys[name.canonical] = keys[name.canonical] ?? key
            images[
                key, default: PlannedImage(image: target.image, interval: reading.seconds)
            ].add(repository, interval: reading.seconds)
        }
        for policy in policies {
            guard let name = policy.imageName else { continue }
            let own = policy.repositories.first.map { ImageKey(name: name.full, login: $0.login) }
            imagesOfPolicies[policy.number] =
                own.flatMap { images[$0] == nil ? nil : $0 } ?? keys[name.canonical]
        }
    }

    private mutating func planAutomations() {
        var places: [String: Int] = [:]
        for automation in model.automations.automations where automation.source != .other {
            let reading = IntervalReading(of: automation.built.object)
            let planned = PlannedAutomation(automation, interval: reading.seconds, in: model)
            if let place = places[planned.name] {
                automations[place].add(planned)
            } else {
                note(reading, "ImageUpdateAutomation", planned.name)
                places[planned.name] = automations.count
                automations.append(planned)
            }
        }
    }

    private mutating func planFetches(of repository: ServedRepository) {
        guard let own = RemoteURL(repository.url) else { return }
        for source in model.objects.sources {
            guard let url = source.object.field("spec", "url").text, RemoteURL(url) == own else {
                continue
            }
            let reading = IntervalReading(of: source.object)
            if reading.problem == nil {
                fetchInterval = min(fetchInterval ?? .infinity, reading.seconds)
            }
        }
    }
}

/// An image that a repository has scanned.
struct PlannedImage: Sendable {
    let image: RegistryImage
    /// Seconds: the shortest of its ImageRepositories.
    private(set) var interval: Double
    private(set) var repositories: [Effective<ImageRepositoryFact>] = []

    init(image: RegistryImage, interval: Double) {
        self.image = image
        self.interval = interval
    }

    mutating func add(_ repository: Effective<ImageRepositoryFact>, interval: Double) {
        repositories.append(repository)
        self.interval = min(self.interval, interval)
    }
}

/// An automation that a repository declares, whatever the ways that it is built in.
struct PlannedAutomation: Sendable {
    /// `NAMESPACE/NAME`.
    let name: String
    /// Nil where it is not known.
    let namespace: String?
    let path: String
    let line: Int
    /// Seconds.
    private(set) var interval: Double
    private(set) var isSuspended: Bool
    /// The ways that it is built in.
    private(set) var automations: [LinkedAutomation]

    init(_ automation: LinkedAutomation, interval: Double, in model: RepositoryModel) {
        name = automation.name
        namespace = automation.built.identity.namespace.known
        path = automation.location.path
        line = model.line(of: automation.location)
        self.interval = interval
        isSuspended = automation.isSuspended
        automations = [automation]
    }

    mutating func add(_ other: PlannedAutomation) {
        interval = min(interval, other.interval)
        isSuspended = isSuspended && other.isSuspended
        automations += other.automations
    }

    /// Whether a policy of that namespace may be one of its own.
    func mayUse(policyOf other: String?) -> Bool {
        namespace == nil || other == nil || namespace == other
    }
}

extension Effective where Fact == ImageRepositoryFact {
    /// Which way of reaching the registry it asks for; nothing secret.
    fileprivate var login: String {
        let provider = object.field("spec", "provider").text ?? ""
        let isInsecure = object.field("spec", "insecure").text == "true"
        return (provider == "generic" ? "" : provider) + (isInsecure ? "+http" : "")
    }
}

import ManifestFacts
package import RepositoryLinking

/// The objects that a call asks for: objects to look at again, never tags or digests to believe.
package struct ImageHint: Hashable, Sendable {
    /// The repository that declares the Receiver.
    package let repository: String
    package var imageRepositories: Set<ObjectName> = []
    package var imagePolicies: Set<ObjectName> = []
    package var automations: Set<ObjectName> = []
    package var gitRepositories: Set<ObjectName> = []

    package init(repository: String) { self.repository = repository }

    package var isEmpty: Bool {
        imageRepositories.isEmpty && imagePolicies.isEmpty && automations.isEmpty
            && gitRepositories.isEmpty
    }
}

/// The objects that the resources of a Receiver mean, with the images of ImageRepositories.
struct ReceiverReach: Sendable {
    private let images: [(repository: ObjectName, image: ImageName?)]
    private let policies: Set<ObjectName>
    private let automations: Set<ObjectName>
    private let sources: Set<ObjectName>

    init(of receiver: Receiver, in model: RepositoryModel) {
        func names<Fact>(_ kind: String, _ objects: [Effective<Fact>]) -> [(
            Effective<Fact>, ObjectName
        )] {
            let resources = receiver.resources.filter { $0.kind == kind }
            return objects.compactMap { object in
                guard let resource = resources.first(where: { $0.means(object.object) }),
                    let name = object.identity.name.known,
                    let full = ObjectName(
                        "\(object.identity.namespace.known ?? resource.namespace)/\(name)")
                else { return nil }
                return (object, full)
            }
        }
        images = names("ImageRepository", model.objects.repositories)
            .map { (repository: $1, image: $0.imageName) }
        policies = Set(names("ImagePolicy", model.objects.policies).map(\.1))
        automations = Set(names("ImageUpdateAutomation", model.objects.automations).map(\.1))
        // A source that no manifest declares is made by `flux bootstrap`: its name is enough.
        sources = Set(
            names("GitRepository", model.objects.sources).map(\.1)
                + receiver.resources.filter { $0.kind == "GitRepository" && $0.name != "*" }
                .compactMap { ObjectName("\($0.namespace)/\($0.name)") })
    }

    /// - Parameter images: The images that the call names, to save the scans of others; nil where
    ///   it names none.
    func hint(of repository: String, images named: [EventImage]?) -> ImageHint {
        var hint = ImageHint(repository: repository)
        hint.imagePolicies = policies
        hint.automations = automations
        hint.gitRepositories = sources
        let hosts = Set(images.compactMap { $0.image?.host })
        hint.imageRepositories = Set(
            images.filter { _, image in
                guard let named, let image else { return true }
                return named.contains { $0.mayBe(image, amongHosts: hosts) }
            }.map(\.repository))
        return hint
    }
}

extension ImageName {
    /// Its registry, in lower case.
    fileprivate var host: String {
        String(canonical.prefix { $0 != "/" }).lowercased()
    }
}

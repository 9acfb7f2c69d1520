/// A field of the model that the conditions of custom rules may name.
package enum CustomField: String, CaseIterable, Sendable {
    case path
    case environment
    case cluster
    case kind
    case apiVersion
    case group
    case name
    case namespace
    case labels
    case annotations
    case image
    case registry
    case repository
    case tag
    case version
    case digest
    case use
    case marker
    case part
    case policy
    case order
    case range
    case pattern
    case extract
    case selects
    case digestReflectionPolicy
    case imageRepository
    case interval
    case suspended
    case provider
    case exclusions
    case insecure
    case checkoutBranch
    case pushBranch
    case updatePath
    case images

    /// How the values of a field are compared.
    package enum Kind: Sendable {
        /// With globs and patterns.
        case text
        /// With some of these words.
        case words([String])
        /// With a range of semantic versions.
        case version
        /// With a limit, such as `>= 5m`.
        case duration
        case flag
        /// With a pattern that every tag must match which a policy could select.
        case language
        /// Texts by keys.
        case map
        case presence
    }

    package var kind: Kind {
        switch self {
        case .use: .words(["container", "volume", "override", "value"])
        case .part: .words(["image", "tag", "name", "digest"])
        case .order: .words(["semver", "alphabetical", "numerical"])
        case .digestReflectionPolicy: .words(["Always", "IfNotPresent", "Never"])
        case .provider: .words(["generic", "aws", "azure", "gcp"])
        case .version: .version
        case .interval: .duration
        case .suspended, .insecure: .flag
        case .selects: .language
        case .labels, .annotations: .map
        case .marker: .presence
        default: .text
        }
    }

    package var subjects: Set<CustomSubject> {
        switch self {
        case .path, .environment, .cluster, .kind, .apiVersion, .group, .name, .namespace, .labels,
            .annotations:
            Set(CustomSubject.allCases)
        case .image, .registry, .repository: [.image, .marker, .policy, .repository]
        case .tag, .version: [.image, .marker]
        case .digest, .use: [.image]
        case .marker: [.image, .policy]
        case .part: [.image, .marker]
        case .policy: [.image, .marker]
        case .order, .range, .pattern, .extract, .selects, .digestReflectionPolicy:
            [.image, .marker, .policy]
        case .imageRepository: [.policy]
        case .interval, .suspended: [.repository, .automation]
        case .provider, .exclusions, .insecure: [.repository]
        case .checkoutBranch, .pushBranch, .updatePath: [.automation]
        case .images: [.workload]
        }
    }

    /// Whether it is read from the object as built, not from its file.
    package var concernsObject: Bool {
        switch self {
        case .name, .namespace, .labels, .annotations, .cluster: true
        default: false
        }
    }

    /// Whether it is a part of the object's type, which every way of building it keeps.
    package var concernsType: Bool { [.kind, .apiVersion, .group].contains(self) }

    /// The meaning of the field, for the schema, the editor and the documentation.
    package var summary: String {
        switch self {
        case .path: "The file, from the repository's root."
        case .environment: "An environment that the file or the object belongs to."
        case .cluster: "The directory of a cluster that the object is applied to."
        case .kind: "The object's kind."
        case .apiVersion: "The object's `apiVersion`."
        case .group: "The object's API group; empty for the core group."
        case .name: "The object's name in the cluster."
        case .namespace: "The object's namespace in the cluster."
        case .labels: "The object's labels, by key."
        case .annotations: "The object's annotations, by key."
        case .image: "The image's registry and path, such as `docker.io/library/nginx`."
        case .registry: "The image's registry; a glob with a slash is compared with `image`."
        case .repository: "The image's path in its registry, such as `library/nginx`."
        case .tag: "The image's tag."
        case .version: "The image's tag as a semantic version."
        case .digest: "The image's digest."
        case .use: "The kind of field that names the image."
        case .marker: "A marker that Flux reads; for a policy, one that follows it."
        case .part: "The part of the image that the marker writes."
        case .policy: "The policy that the marker follows, as NAMESPACE/NAME."
        case .order: "How the policy compares tags."
        case .range: "The policy's version range, as written."
        case .pattern: "The pattern of the policy's filter, as written."
        case .extract: "The template of the policy's filter, as written."
        case .selects: "A regular expression that every tag matches which the policy could select."
        case .digestReflectionPolicy: "Whether the policy reflects digests."
        case .imageRepository: "The policy's ImageRepository, as NAMESPACE/NAME."
        case .interval: "The time between two runs."
        case .suspended: "Whether the object is suspended."
        case .provider: "The cloud provider that authenticates; by default `generic`."
        case .exclusions: "The patterns of the tags that are left out."
        case .insecure: "Whether the registry is read over plain HTTP."
        case .checkoutBranch: "The branch that the automation checks out."
        case .pushBranch: "The branch that the automation pushes to."
        case .updatePath: "The directory that the automation updates, from the repository's root."
        case .images: "The registries and paths of the object's images."
        }
    }
}

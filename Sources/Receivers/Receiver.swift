import Kustomize
import ManifestFacts
package import RepositoryLinking

/// The types of Flux's Receivers: how a call proves that it is authentic.
package enum ReceiverType: String, CaseIterable, Sendable {
    case generic, github, gitlab, bitbucket, harbor, dockerhub, quay, gcr, nexus, acr, cdevents
    case genericHMAC = "generic-hmac"
    case genericOIDC = "generic-oidc"

    /// Whether Flux looks at `events` for this type.
    var hasEvents: Bool { [.github, .gitlab, .bitbucket, .cdevents].contains(self) }
}

/// A webhook Receiver of Flux as it reaches the cluster.
package struct Receiver: Sendable {
    package let name: ObjectName
    /// Nil for a type that Flux does not have.
    package let type: ReceiverType?
    /// In lower case; all events where it is empty.
    package let events: Set<String>
    package let resources: [ReceiverResource]
    package let secret: ObjectName?
    package let isSuspended: Bool
    /// Whether CEL filters are written: they are not evaluated, all objects count as matches.
    package let hasFilters: Bool
    /// Why it cannot be served, from its manifest alone; nil if nothing is wrong.
    package let problem: ReceiverProblem?
}

/// An entry of `resources`: objects that a call reaches.
package struct ReceiverResource: Hashable, Sendable {
    package let kind: String
    package let namespace: String
    /// `*` for all that have the labels.
    package let name: String
    package let labels: [String: String]

    /// Whether an object of this entry's kind is meant.
    func means(_ object: EffectiveObject) -> Bool {
        let identity = object.identity
        guard identity.namespace.known == namespace || identity.namespace == .absent,
            name == "*" || identity.name.known == name
        else { return false }
        guard name == "*" else { return true }
        let own = object.labels ?? [:]
        return !labels.isEmpty && labels.allSatisfy { own[$0.key]?.known == $0.value }
    }
}

/// Why a Receiver cannot be served.
package enum ReceiverProblem: Error, Hashable, Sendable {
    case unknownField(String)
    case unknownType(String)
    case unsupportedType
    case missingSecretReference
    case missingResources
    case missingLabels
    case missingKey(String, secret: ObjectName)
    case emptyKey(String, secret: ObjectName)
    case unreadableKey(String, secret: ObjectName, place: String)
}

extension ReceiverProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownField(let field): "`\(field)` is not known from the repository"
        case .unknownType(let type): "`\(type)` is not a type of Receivers"
        case .unsupportedType:
            "the type `generic-oidc` is not supported here; leave this Receiver to Flux, or use "
                + "`generic-hmac`"
        case .missingSecretReference: "`spec.secretRef.name` is missing"
        case .missingResources: "`spec.resources` is empty"
        case .missingLabels: "the name `*` in `spec.resources` needs `matchLabels` beside it"
        case .missingKey(let key, let secret):
            "the Secret `\(secret)` with the key `\(key)` was not found; put it into "
                + "`\(secret)/\(key)` of the directory of Secrets, or into the variable "
                + "`\(SecretVariables.variable(of: key, in: secret))`"
        case .emptyKey(let key, let secret):
            "the key `\(key)` of the Secret `\(secret)` is empty, so that anybody could call; "
                + "set a long random value"
        case .unreadableKey(let key, let secret, let place):
            "the key `\(key)` of the Secret `\(secret)` cannot be read from `\(place)`, or is longer "
                + "than 1 MiB"
        }
    }
}

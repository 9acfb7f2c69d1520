/// The kind of sender that calls a Receiver, and how it proves that: `spec.type`.
package enum ReceiverType: String, CaseIterable, Sendable {
    case generic
    case genericHMAC = "generic-hmac"
    case genericOIDC = "generic-oidc"
    case github
    case gitlab
    case bitbucket
    case harbor
    case dockerHub = "dockerhub"
    case quay
    case gcr
    case nexus
    case acr
    case cdEvents = "cdevents"

    /// The header field with the name of the event; nil for types that ignore `spec.events`.
    var eventField: String? {
        switch self {
        case .github: "x-github-event"
        case .gitlab: "x-gitlab-event"
        case .bitbucket: "x-event-key"
        case .cdEvents: "ce-type"
        case .generic, .genericHMAC, .genericOIDC, .harbor, .dockerHub, .quay, .gcr, .nexus, .acr:
            nil
        }
    }
}

import SourceText

/// Why a receiver cannot be called: it answers 503, as one of Flux that is not ready.
package enum ReceiverProblem: Error, Hashable, Sendable {
    /// A field of the manifest is absent, or not known from the repository.
    case missing(field: String)
    case unknownType(String)
    /// Its path needs no secret, so that its tokens alone decide; they are not verified here.
    case oidcNotSupported
    case missingSecret(namespace: String, name: String, key: String)
    case unreadableSecret(namespace: String, name: String, key: String)
    /// Flux accepts it, and then verifies nothing for some of its types.
    case emptySecret(namespace: String, name: String, key: String)
    case tooManyResources(limit: Int)
}

extension ReceiverProblem: CustomStringConvertible {
    /// One clause, lower case, no full stop.
    package var description: String {
        switch self {
        case .missing(let field):
            "`\(field)` is missing, or a variable in it is not known from the repository"
        case .unknownType(let type): "\(type.quoted) is not a type of Receivers"
        case .oidcNotSupported:
            "`generic-oidc` is not supported: use `generic-hmac`, or `gcr` for Google's tokens"
        case .missingSecret(let namespace, let name, let key):
            "the Secret `\(namespace)/\(name)` has no key `\(key)`: put it into `--secret-dir` as "
                + "`\(namespace)/\(name)/\(key)`"
        case .unreadableSecret(let namespace, let name, let key):
            "the key `\(key)` of the Secret `\(namespace)/\(name)` cannot be read, or is longer "
                + "than \(ReceiverSecrets.valueLimit) bytes"
        case .emptySecret(let namespace, let name, let key):
            "the key `\(key)` of the Secret `\(namespace)/\(name)` is empty, so anybody could call"
        case .tooManyResources(let limit): "it lists more than \(limit) resources"
        }
    }
}

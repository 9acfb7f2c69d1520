/// The values of a receiver's Secret that its type needs; none is empty.
struct ReceiverCredentials: Hashable, Sendable {
    let token: SecretBytes
    /// Of the account that Google's tokens are issued to; only for `gcr`.
    var email: SecretBytes?
    var audience: SecretBytes?

    init(of receiver: Receiver, in secrets: ReceiverSecrets) throws(ReceiverProblem) {
        token = try Self.value("token", of: receiver, in: secrets)
        if receiver.type == .gcr {
            email = try Self.value("email", of: receiver, in: secrets)
            audience = try Self.value("audience", of: receiver, in: secrets)
        }
    }

    static func value(
        _ key: String, of receiver: Receiver, in secrets: ReceiverSecrets
    ) throws(ReceiverProblem) -> SecretBytes {
        guard let name = receiver.secretName else {
            throw .missing(field: "spec.secretRef.name")
        }
        let namespace = receiver.namespace
        let value = SecretKey(namespace: namespace, name: name, key: key).map(secrets.value)
        switch value {
        case nil, .absent:
            throw .missingSecret(namespace: namespace, name: name, key: key)
        case .unreadable: throw .unreadableSecret(namespace: namespace, name: name, key: key)
        case .bytes(let bytes):
            guard !bytes.isEmpty else {
                throw .emptySecret(namespace: namespace, name: name, key: key)
            }
            return bytes
        }
    }
}

import Crypto
import ManifestFacts
package import RepositoryLinking

/// The Receivers of repositories, by the paths at which Flux serves them.
///
/// A plain value of one moment: made anew when a repository or a Secret changes.
package struct ReceiverTable: Sendable {
    /// A Receiver that has a path.
    package struct Entry: Sendable {
        /// The repository that declares it, as the caller calls it.
        package let repository: String
        package let receiver: Receiver
        /// Why it answers 503; nil if it is ready.
        package let problem: ReceiverProblem?
        /// Never logged: paths are secrets.
        let path: String
        let token: SecretBytes
        let email: String?
        let audience: String?
        let reach: ReceiverReach

        package var isOpen: Bool { problem == nil && !receiver.isSuspended }
    }

    /// A Receiver without a path: its name or token is not known.
    package struct Unserved: Hashable, Sendable {
        package let repository: String
        /// `NAMESPACE/NAME` as far as it is known.
        package let name: String
        package let problem: ReceiverProblem
    }

    /// By digests of the paths, so that the time of a look-up tells nothing of a path.
    private var entriesByDigest: [SHA256Digest: Entry] = [:]
    /// In the order of repositories and files.
    package private(set) var entries: [Entry] = []
    package private(set) var unserved: [Unserved] = []

    package init() {}

    /// The Receivers of one repository.
    package init(
        of repository: String, _ model: RepositoryModel, secrets: some SecretSource
    ) {
        for receiver in model.objects.receivers {
            do throws(ReceiverProblem) {
                let read = try Receiver(receiver)
                add(try Entry(read, of: repository, in: model, secrets: secrets))
            } catch {
                let (namespace, name) = (receiver.identity.namespace, receiver.identity.name)
                unserved.append(
                    Unserved(
                        repository: repository,
                        name: "\(namespace.known ?? "?")/\(name.known ?? "?")", problem: error))
            }
        }
    }

    /// Adds the Receivers of another repository; of two with the same path, the first is called.
    package mutating func add(_ other: ReceiverTable) {
        for entry in other.entries { add(entry) }
        unserved += other.unserved
    }

    private mutating func add(_ entry: Entry) {
        let digest = Self.digest(of: entry.path)
        guard entriesByDigest[digest] == nil else { return }
        entriesByDigest[digest] = entry
        entries.append(entry)
    }

    /// The Receiver of a request's target; a query, a slash at the end or an escaped character
    /// makes it another target, as in Flux.
    package func entry(ofTarget target: String) -> Entry? {
        // Longer than any path of a Receiver: not worth a digest.
        guard target.utf8.count <= 128 else { return nil }
        return entriesByDigest[Self.digest(of: target)]
    }

    private static func digest(of target: String) -> SHA256Digest {
        SHA256.hash(data: Array(target.utf8))
    }
}

extension ReceiverTable.Entry {
    /// - Throws: Where the token is not known: the path depends on it.
    fileprivate init(
        _ receiver: Receiver, of repository: String, in model: RepositoryModel,
        secrets: some SecretSource
    ) throws(ReceiverProblem) {
        func value(_ key: String) throws(ReceiverProblem) -> SecretBytes {
            guard let secret = receiver.secret else { throw .missingSecretReference }
            switch secrets.value(of: key, in: secret) {
            case .absent: throw .missingKey(key, secret: secret)
            case .unreadable(let place): throw .unreadableKey(key, secret: secret, place: place)
            case .value(let value):
                if value.revealed.isEmpty { throw .emptyKey(key, secret: secret) }
                return value
            }
        }
        self.receiver = receiver
        self.repository = repository
        token = receiver.type == .genericOIDC ? SecretBytes([]) : try value("token")
        path = ReceiverPath.text(token: token, name: receiver.name)
        reach = ReceiverReach(of: receiver, in: model)
        var problem = receiver.problem
        var (email, audience): (String?, String?) = (nil, nil)
        if receiver.type == .gcr {
            do throws(ReceiverProblem) {
                email = try value("email").text
                audience = try value("audience").text
            } catch {
                problem = problem ?? error
            }
        }
        (self.email, self.audience, self.problem) = (email, audience, problem)
    }
}

/// The path at which Flux serves a Receiver.
///
/// Source: notification-controller, `Receiver.GetWebhookPath`.
enum ReceiverPath {
    static func text(token: SecretBytes, name: ObjectName) -> String {
        let bytes = token.revealed + Array(name.name.utf8) + Array(name.namespace.utf8)
        return "/hook/" + Hexadecimal.text(SHA256.hash(data: bytes))
    }
}

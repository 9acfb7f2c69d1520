import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags Receivers that the API server rejects, or that answer every call with an error.
struct ReceiverInvalid: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard !model.objects.receivers.isEmpty else { return [] }
        let secrets = DeclaredSecrets(model)
        return model.objects.receivers.flatMap { receiver in
            let credentials = [
                secretReference(of: receiver), secret(of: receiver, secrets, in: model),
            ]
            return [type(of: receiver)].compactMap(\.self) + resources(of: receiver)
                + credentials.compactMap(\.self)
        }
    }

    private static let types = [
        "generic", "generic-hmac", "generic-oidc", "github", "gitlab", "bitbucket", "harbor",
        "dockerhub", "quay", "gcr", "nexus", "acr", "cdevents",
    ]

    private func type(of receiver: Effective<ReceiverFact>) -> Finding? {
        guard let (type, place) = receiver.object.field("spec", "type").literal,
            !Self.types.contains(type)
        else { return nil }
        return finding("\(type.quoted) is not a type of Receivers", at: place, of: receiver)
    }

    // MARK: Resources

    private func resources(of receiver: Effective<ReceiverFact>) -> [Finding] {
        guard case .collection(let list) = receiver.object.field("spec", "resources") else {
            return []
        }
        return list.items.compactMap { resource(in: $0, of: receiver) }
    }

    /// The kinds with a default `apiVersion`.
    private static let kindsWithVersion = [
        "Bucket", "HelmChart", "HelmRepository", "GitRepository", "OCIRepository",
        "ImageRepository", "ArtifactGenerator",
    ]
    private static let otherKinds = [
        "Kustomization", "HelmRelease", "ImagePolicy", "ImageUpdateAutomation", "ExternalArtifact",
    ]

    private func resource(
        in item: BuiltNode, of receiver: Effective<ReceiverFact>
    ) -> Finding? {
        guard let kind = item["kind"]?.text, NamePattern.isLiteral(kind.text) else { return nil }
        if Self.otherKinds.contains(kind.text) {
            guard Self.isAbsent(item["apiVersion"]) else { return nil }
            return finding(
                "`\(kind.text)` needs an `apiVersion` here: without one, every call fails",
                at: kind.location, of: receiver)
        }
        guard Self.kindsWithVersion.contains(kind.text) else {
            return finding(
                "\(kind.text.quoted) is not a kind that Receivers can reconcile", at: kind.location,
                of: receiver)
        }
        guard let name = item["name"]?.text, name.text == "*", Self.isAbsent(item["matchLabels"])
        else { return nil }
        return finding(
            "the name `*` needs `matchLabels` beside it", at: name.location, of: receiver)
    }

    private static func isAbsent(_ node: BuiltNode?) -> Bool { node?.isNull ?? true }

    // MARK: Secrets

    private func secretReference(of receiver: Effective<ReceiverFact>) -> Finding? {
        guard let type = receiver.object.field("spec", "type").text, Self.types.contains(type)
        else { return nil }
        switch (type, receiver.object.field("spec", "secretRef", "name")) {
        case ("generic-oidc", .known(_, let place)):
            return finding(
                "a Receiver of type `generic-oidc` must not have a `secretRef`", at: place,
                of: receiver)
        case ("generic-oidc", _): return nil
        case (_, .absent):
            guard case .collection = receiver.object.field("spec", "resources") else { return nil }
            return finding(
                "a Receiver of type `\(type)` needs a `secretRef`", at: receiver.location,
                of: receiver)
        default: return nil
        }
    }

    private func secret(
        of receiver: Effective<ReceiverFact>, _ secrets: DeclaredSecrets, in model: RepositoryModel
    ) -> Finding? {
        guard let type = receiver.object.field("spec", "type").text, type != "generic-oidc",
            case .known(let name, let place) = receiver.object.field("spec", "secretRef", "name"),
            let secret = secrets.secret(named: name, of: receiver)
        else { return nil }
        let keys = Set(secret.fact.entries.map(\.key))
        let needed = type == "gcr" ? ["token", "email", "audience"] : ["token"]
        let missing = needed.filter { !keys.contains($0) }
        guard let first = missing.first else { return nil }
        let isCertain =
            first == "token" || model.fluxReleases.areAll(atLeast: FluxVersion(minor: 9))
        let names = missing.map { "no key `\($0)`" }.joined(separator: " and ")
        let consequence =
            first == "token" ? ", so every call fails" : ", so Flux 2.9 and later reject every call"
        return finding(
            "the Secret `\(name)` has \(names)\(consequence)", at: place, of: receiver,
            severity: isCertain ? .error : .warning,
            related: [
                RelatedLocation("the Secret", at: secret.fact.object.location(in: secret.path))
            ])
    }
}

/// The Secrets that a repository declares, by name.
private struct DeclaredSecrets {
    private var secrets: [String: [(fact: SecretFact, path: String)]] = [:]

    init(_ model: RepositoryModel) {
        for file in model.files {
            for secret in file.facts.secrets {
                guard let name = secret.object.identity.name else { continue }
                secrets[name, default: []].append((secret, file.path))
            }
        }
    }

    /// The only Secret of that name, if it is in the Receiver's namespace, or has no namespace and
    /// is in the same directory; nil for a Secret without keys, which is filled in elsewhere.
    func secret(
        named name: String, of receiver: Effective<ReceiverFact>
    ) -> (fact: SecretFact, path: String)? {
        guard let found = secrets[name], found.count == 1, let secret = found.first,
            !secret.fact.entries.isEmpty
        else { return nil }
        guard let namespace = secret.fact.object.identity.namespace else {
            let (directory, own) = (RepositoryPath.directory(of: secret.path), receiver.fact.path)
            return directory == RepositoryPath.directory(of: own) ? secret : nil
        }
        return receiver.identity.namespace == .known(namespace) ? secret : nil
    }
}

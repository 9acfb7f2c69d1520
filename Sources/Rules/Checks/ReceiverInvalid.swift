import Configuration
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags Receivers that the API server refuses, or that answer every call with an error.
struct ReceiverInvalid: ReceiverRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.receiverInvalid)

    func findings(
        about receiver: Effective<ReceiverFact>, in model: RepositoryModel
    ) -> [Finding] {
        type(of: receiver) + resources(of: receiver) + secretReference(of: receiver)
            + secret(of: receiver, in: model)
    }

    private static let types = [
        "generic", "generic-hmac", "generic-oidc", "github", "gitlab", "bitbucket", "harbor",
        "dockerhub", "quay", "gcr", "nexus", "acr", "cdevents",
    ]

    private func type(of receiver: Effective<ReceiverFact>) -> [Finding] {
        guard case .known(let type, let place) = receiver.object.field("spec", "type"),
            NamePattern.isLiteral(type), !Self.types.contains(type)
        else { return [] }
        return [finding("Flux knows no Receivers of type `\(type)`", at: place, of: receiver)]
    }

    // MARK: Resources

    private func resources(of receiver: Effective<ReceiverFact>) -> [Finding] {
        guard case .collection(let list) = receiver.object.field("spec", "resources") else {
            return []
        }
        return list.items.compactMap { resource(in: $0, of: receiver) }
    }

    /// The kinds that need no `apiVersion`.
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
                "`\(kind.text)` takes an `apiVersion` here: without one every call fails",
                at: kind.location, of: receiver)
        }
        guard Self.kindsWithVersion.contains(kind.text) else {
            return finding(
                "Receivers know no resources of kind `\(kind.text)`", at: kind.location,
                of: receiver)
        }
        guard let name = item["name"]?.text, name.text == "*", Self.isAbsent(item["matchLabels"])
        else { return nil }
        return finding(
            "the name `*` takes `matchLabels` beside it", at: name.location, of: receiver)
    }

    private static func isAbsent(_ node: BuiltNode?) -> Bool { node?.isNull ?? true }

    // MARK: Secrets

    private func secretReference(of receiver: Effective<ReceiverFact>) -> [Finding] {
        guard let type = receiver.object.field("spec", "type").text, Self.types.contains(type)
        else { return [] }
        switch (type, receiver.object.field("spec", "secretRef", "name")) {
        case ("generic-oidc", .known(_, let place)):
            return [
                finding(
                    "a Receiver of type `generic-oidc` takes no `secretRef`", at: place,
                    of: receiver)
            ]
        case ("generic-oidc", _): return []
        case (_, .absent):
            guard case .collection = receiver.object.field("spec", "resources") else { return [] }
            return [
                finding(
                    "a Receiver of type `\(type)` takes a `secretRef`", at: receiver.location,
                    of: receiver)
            ]
        default: return []
        }
    }

    private func secret(
        of receiver: Effective<ReceiverFact>, in model: RepositoryModel
    ) -> [Finding] {
        guard let type = receiver.object.field("spec", "type").text, type != "generic-oidc",
            case .known(let name, let place) = receiver.object.field("spec", "secretRef", "name"),
            let secret = model.secret(named: name, of: receiver)
        else { return [] }
        let keys = Set(secret.fact.entries.map(\.key))
        let missing = (["token"] + (type == "gcr" ? ["email", "audience"] : []))
            .filter { !keys.contains($0) }
        guard let first = missing.first else { return [] }
        let isCertain =
            first == "token"
            || model.configuration.fluxVersion.map {
                $0.value >= FluxVersion(minor: 9)
            } ?? false
        return [
            finding(
                "the Secret `\(name)` has no key \(missing.map { "`\($0)`" }.joined(separator: " and no key "))"
                    + (first == "token" ? "" : ", so Flux 2.9 and later refuse every call"),
                at: place, of: receiver, severity: isCertain ? .error : .warning,
                related: [
                    RelatedLocation(
                        message: "the Secret",
                        location: secret.fact.object.location(in: secret.path))
                ])
        ]
    }
}

extension RepositoryModel {
    /// The one Secret of that name that the repository declares, if it may be in the Receiver's
    /// namespace; nil also where it has no keys, which others then fill in.
    fileprivate func secret(
        named name: String, of receiver: Effective<ReceiverFact>
    ) -> (fact: SecretFact, path: String)? {
        guard NamePattern.isLiteral(name) else { return nil }
        var found: [(fact: SecretFact, path: String)] = []
        for file in files {
            for secret in file.facts.secrets where secret.object.identity.name == name {
                found.append((secret, file.path))
            }
        }
        guard found.count == 1, let secret = found.first, !secret.fact.entries.isEmpty else {
            return nil
        }
        let namespace = secret.fact.object.identity.namespace
        return namespace.map { receiver.identity.namespace == .known($0) } ?? true ? secret : nil
    }
}

import Kustomize
import ManifestFacts
import RepositoryLinking

@testable import Receivers

/// Secrets in memory: values by `NAMESPACE/NAME/KEY`.
struct MemorySecrets: SecretSource {
    let values: [String: String]

    func value(of key: String, in secret: ObjectName) -> SecretReading {
        values["\(secret)/\(key)"].map { .value(SecretBytes(Array($0.utf8))) } ?? .absent
    }
}

/// A table of one Receiver named `rcv` in `flux-system`, with ImageRepositories around it.
struct Table {
    static let path = "/hook/f6525b9211ab7c63f3eadc6a95790f661bd70c39dfae6a506a5ebaa5d9df469c"
    static let namedWeb = "  - {kind: ImageRepository, name: web}\n"
    static let everything =
        "  - {kind: ImageRepository, name: '*', matchLabels: {team: a}}\n"

    let table: ReceiverTable

    init(
        type: String, spec: String = "", resources: String = everything,
        secrets: [String: String] = ["flux-system/hook/token": "tok"]
    ) {
        let receiver = """
            apiVersion: notification.toolkit.fluxcd.io/v1
            kind: Receiver
            metadata: {name: rcv, namespace: flux-system}
            spec:
              type: \(type)
            \(spec)  secretRef: {name: hook}
              resources:
            \(resources)
            """
        let repositories = [
            "web": "ghcr.io/org/web", "api": "registry.example.com/team/api",
            "hub": "nginx", "ecr": "123456789012.dkr.ecr.eu-west-1.amazonaws.com/org/web",
        ].sorted { $0.key < $1.key }.map { name, image in
            """
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: {name: \(name), namespace: flux-system, labels: {team: a}}
            spec: {image: \(image)}

            """
        }.joined()
        let files = ["receiver.yaml": receiver, "repositories.yaml": repositories]
        let model = RepositoryModel(
            files: files.sorted { $0.key < $1.key }.map { path, text in
                ManifestFile(
                    path: path,
                    facts: FileFacts(
                        bytes: Array(text.utf8), role: FileRole(path: path) ?? .unvisited))
            })
        table = ReceiverTable(
            of: "fleet", model, secrets: MemorySecrets(values: secrets))
    }

    /// The answer of the only Receiver.
    func answer(
        _ fields: [(name: String, value: String)] = [], _ body: String = "{}",
        method: String = "POST", now: Double = 1_800_000_000,
        googleTokens: GoogleTokens = GoogleTokens { nil }
    ) async -> ReceiverAnswer? {
        let call = ReceiverCall(
            method: method, target: Self.path, fields: fields, body: Array(body.utf8))
        return await table.entries.first?
            .answer(to: call, now: now, googleTokens: googleTokens)
    }
}

extension ReceiverAnswer {
    /// The names of the ImageRepositories to scan, sorted.
    var scans: [String] { hint?.imageRepositories.map(\.name).sorted() ?? [] }
}

import Serving
import YAMLSyntax

/// The repositories of a file.
///
/// ```yaml
/// repositories:
///   - url: https://github.com/example/fleet
///     branch: main
///     token-file: /run/secrets/fleet/password
/// ```
struct RepositoryList {
    static let sizeLimit = 1 << 20
    static let countLimit = 10_000

    let repositories: [ServedRepository]

    enum Fault: Error {
        case notYAML(YAMLError)
        case noList
        case tooMany(limit: Int)
        /// Of the entry with that number, from 1.
        case entry(Int, String)
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        let documents: [YAMLDocument]
        do throws(YAMLError) {
            documents = try YAMLStream(bytes).documents
        } catch {
            throw .notYAML(error)
        }
        guard documents.count == 1, let root = documents.first?.root,
            root.pairs.allSatisfy({ key, _ in key.hasText("repositories") }),
            let list = root["repositories"], list.text == nil
        else { throw .noList }
        var repositories: [ServedRepository] = []
        for item in list.items {
            guard repositories.count < Self.countLimit else {
                throw .tooMany(limit: Self.countLimit)
            }
            repositories.append(try Self.repository(item, number: repositories.count + 1))
        }
        self.repositories = repositories
    }

    private static let keys = [
        "url", "branch", "name", "user", "key-file", "known-hosts-file", "token-file",
        "token-variable", "certificate-file",
    ]

    private static func repository(
        _ item: YAMLNode, number: Int
    ) throws(Fault) -> ServedRepository {
        var texts: [String: String] = [:]
        for (key, value) in item.pairs {
            guard let name = key.text, keys.contains(name) else {
                throw .entry(
                    number, "`\(key.text ?? "")` is no key here; there are \(listed(keys))")
            }
            guard let text = value.text, !text.isEmpty else {
                throw .entry(number, "`\(name)` has no text")
            }
            texts[name] = text
        }
        guard let url = texts["url"] else { throw .entry(number, "it has no `url`") }
        guard let address = ServedAddress(url: url, branch: texts["branch"]) else {
            throw .entry(
                number, "its `url` or `branch` is none that Git takes, or holds a password")
        }
        if texts["token-file"] != nil, texts["token-variable"] != nil {
            throw .entry(number, "`token-file` and `token-variable` exclude each other")
        }
        return ServedRepository(
            name: texts["name"] ?? address.name, url: address.url, branch: address.branch,
            credentials: credentials(texts))
    }

    private static func credentials(_ texts: [String: String]) -> GitCredentials {
        var credentials = GitCredentials()
        if let user = texts["user"] { credentials.user = user }
        credentials.keyFile = texts["key-file"]
        credentials.knownHostsFile = texts["known-hosts-file"]
        credentials.tokenFile = texts["token-file"]
        credentials.tokenVariable = texts["token-variable"]
        credentials.certificateFile = texts["certificate-file"]
        return credentials
    }

    private static func listed(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension RepositoryList.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .notYAML(let error): "\(error)"
        case .noList: "it has no list `repositories`, or something beside it"
        case .tooMany(let limit): "it lists more than \(limit) repositories"
        case .entry(let number, let reason): "repository \(number): \(reason)"
        }
    }
}

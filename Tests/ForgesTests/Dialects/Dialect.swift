import Foundation

@testable import Forges

/// The requests that one kind of forge understands, and its answers.
protocol Dialect: Sendable {
    /// The address of the API below the server, and of the repository as a remote.
    var api: String { get }
    var remote: String { get }
    var authorizations: [String] { get }
    var changeStatus: Int { get }
    var duplicate: (status: Int, body: String) { get }
    var hasLinks: Bool { get }
    /// Whether its list of closed ones has the merged ones, too.
    var listsMergedAsClosed: Bool { get }

    func action(_ call: ForgeCall) -> FakeForge.Action?
    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any]
    func page(_ objects: [[String: Any]], next: String?) -> String
    func next(_ call: ForgeCall, _ page: Range<Int>) -> String
}

extension Dialect {
    var authorizations: [String] { ["Bearer \(FakeForge.token)"] }
    var changeStatus: Int { 200 }
    var hasLinks: Bool { true }
    var listsMergedAsClosed: Bool { false }

    func text(_ entry: FakeForge.Entry) -> String { json(object(entry, isWhole: true)) }

    func page(_ objects: [[String: Any]], next: String?) -> String { json(objects) }

    /// By the number of the page, as most count.
    func next(_ call: ForgeCall, _ page: Range<Int>) -> String {
        call.address(with: ["page": "\(page.upperBound / page.count + 1)"])
    }

    func range(_ call: ForgeCall, size: String) -> Range<Int> {
        let count = call.query[size].flatMap(Int.init) ?? 30
        let start = ((call.query["page"].flatMap(Int.init) ?? 1) - 1) * count
        return start..<(start + count)
    }
}

func json(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
}

extension ForgeKind {
    var dialect: any Dialect {
        switch self {
        case .gitHub: GitHubDialect()
        case .gitLab: GitLabDialect()
        case .gitea: GiteaDialect()
        case .bitbucket: BitbucketDialect()
        case .azure: AzureDialect()
        }
    }
}

extension String {
    /// The number behind a path, and what follows it: `/pulls/7/x` is 7 and `/x` behind `/pulls/`.
    func number(behind prefix: String) -> (Int, String)? {
        guard hasPrefix(prefix) else { return nil }
        let rest = dropFirst(prefix.count)
        let digits = rest.prefix(while: \.isNumber)
        return Int(digits).map { ($0, String(rest[digits.endIndex...])) }
    }
}

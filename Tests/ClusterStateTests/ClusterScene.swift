import CheckPipeline
import Foundation
import RepositoryLinking
import SourceText
import TestSupport

@testable import ClusterState

/// The repository of `Tests/Fixtures/cluster` and its cluster, with edits that a test makes.
struct ClusterScene {
    static let commit = String(repeating: "1", count: 40)
    static let older = String(repeating: "0", count: 40)
    static let folder = PackageFolder.url.appending(path: "Tests/Fixtures/cluster")

    var history = RecordedHistory()
    var contents: [ImageQuestion: ImageContent] = [:]
    var failures: [String: String] = [:]
    var repository: [String: [UInt8]]
    private var items: [[String: Any]]

    init() throws {
        repository = try files(below: Self.folder.appending(path: "repository"))
        let text = try String(
            contentsOf: Self.folder.appending(path: "healthy.json"), encoding: .utf8)
        let list = try JSONSerialization.jsonObject(
            with: Data(text.replacing("COMMIT", with: Self.commit).utf8))
        items = (list as? [String: Any])?["items"] as? [[String: Any]] ?? []
    }

    /// The list as `kubectl` prints it.
    var json: [UInt8] {
        get throws {
            Array(try JSONSerialization.data(withJSONObject: ["kind": "List", "items": items]))
        }
    }

    /// Sets a field of the object `KIND/NAME`, or removes it.
    ///
    /// Numbers in the path are places in lists.
    mutating func set(_ object: String, _ path: String, _ value: Any?) {
        for place in places(of: object) {
            items[place] =
                Self.setting(items[place], path.split(separator: ".")[...], value)
                as? [String: Any] ?? [:]
        }
    }

    mutating func remove(_ object: String) {
        for place in places(of: object).reversed() { items.remove(at: place) }
    }

    /// Removes all objects of a kind.
    mutating func removeAll(ofKind kind: String) {
        items.removeAll { $0["kind"] as? String == kind }
    }

    /// A condition of an object, in place of all others.
    mutating func setCondition(
        _ object: String, _ status: String, _ reason: String, _ message: String = "",
        type: String = "Ready", generation: Int = 1
    ) {
        let condition: [String: Any] = [
            "type": type, "status": status, "reason": reason, "message": message,
            "observedGeneration": generation,
        ]
        set(object, "status.conditions", [condition])
    }

    mutating func write(_ path: String, _ text: String) { repository[path] = Array(text.utf8) }

    private func places(of object: String) -> [Int] {
        items.indices.filter { place in
            let metadata = items[place]["metadata"] as? [String: Any]
            return "\(items[place]["kind"] ?? "")/\(metadata?["name"] ?? "")" == object
        }
    }

    private static func setting(
        _ value: Any?, _ path: ArraySlice<Substring>, _ new: Any?
    ) -> Any? {
        guard let key = path.first else { return new }
        if var list = value as? [Any], let place = Int(key) {
            list[place] = setting(list[place], path.dropFirst(), new) ?? NSNull()
            return list
        }
        var members = value as? [String: Any] ?? [:]
        members[String(key)] = setting(members[String(key)], path.dropFirst(), new)
        return members
    }

    // MARK: Answers

    func verification(all: Bool = true, isStrict: Bool = false) async throws -> Verification {
        let model = try await RepositoryCheck(rules: [], workerCount: 1)
            .model(of: Snapshot(files: repository))
        let images = VerifiedImage.all(in: model)
        return Verification(
            of: all ? images : images.filter(\.isFollowing), among: images, at: Self.commit,
            in: try ClusterObjects([("the list", try json)], failures: failures), history,
            contents: contents, isStrict: isStrict)
    }

    /// The row of the image whose name ends with `name`.
    func row(_ name: String) async throws -> Verification.Row {
        let rows = try await verification().rows.filter {
            $0.image.name?.full.hasSuffix("/\(name)") ?? false
        }
        guard rows.count == 1 else { throw Missing(description: "\(rows.count) rows of \(name)") }
        return rows[0]
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }
}

/// A history that a test writes down.
struct RecordedHistory: RepositoryHistory {
    /// Newest first; of files that are not named, the scene's commit.
    var changes: [String: [String]] = [:]
    /// By commit and path.
    var files: [String: String] = [:]
    /// By revision: the commits that it contains besides itself.
    var contained: [String: Set<String>] = [:]
    /// Revisions that the clone does not have.
    var absent: Set<String> = []

    func changes(of path: String) -> Result<[String], HistoryFailure> {
        .success(changes[path] ?? [ClusterScene.commit])
    }

    func bytes(of path: String, in commit: String) -> [UInt8]? {
        files["\(commit):\(path)"].map { Array($0.utf8) }
    }

    func containment(of commit: String, in revision: String) -> CommitContainment {
        if absent.contains(revision) { return .notHere }
        return commit == revision || contained[revision]?.contains(commit) ?? false
            ? .contained : .lacking
    }
}

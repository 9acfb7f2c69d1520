import Foundation
import TestSupport
import Testing

/// One run of image-automation-controller 1.2.1 over a few files.
private struct SetterRun: Decodable, Sendable, CustomTestStringConvertible {
    struct Policy: Decodable, Sendable {
        let namespace: String
        let name: String
        let image: String
        let tag: String
        let digest: String?
        let noRef: Bool?
    }

    struct Marker: Decodable, Sendable {
        let file: String
        let doc: String
        let path: String
        let setter: String
        let old: String
        let new: String
    }

    let name: String
    let files: [String: String]?
    let filesB64: [String: String]?
    let policies: [Policy]
    let markers: [Marker]
    let expectedFiles: [String: String]?
    let expectedFilesB64: [String: String]?
    let preservingFiles: [String: String]?
    let semanticOnlyFiles: [String]?
    let error: String?

    var testDescription: String { name }

    /// Digests that Flux would empty, and that Sluice keeps.
    var keptDigests: [String] { markers.filter { $0.new.isEmpty && !$0.old.isEmpty }.map(\.old) }
}

/// One changed marker in the output of `update --in-place --output json`, without the keys that
/// only Sluice has.
private struct Change: Decodable, Hashable {
    let path: String
    let document: Int
    let yamlPath: String
    let marker: String
    let old: String
    let new: String
}

private struct Report: Decodable {
    let changes: [Change]
}

@Suite struct UpdateConformanceTests {
    /// Runs in which Flux writes a tag that no registry can have.
    private static let refusedRuns: Set = ["pol-tag-leading-dash"]

    @Test(arguments: try ConformanceTable.cases(SetterRun.self, in: "setters.jsonl"))
    private func `files are written as Flux writes them`(_ run: SetterRun) throws {
        let folder = try TemporaryDirectory()
        let place = URL(filePath: folder.path).appending(path: "tree")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (path, bytes) in try Self.contents(run.files, run.filesB64) {
            try folder.write("tree/\(path)", "")
            try bytes.write(to: place.appending(path: path))
        }
        try folder.write("policies.json", Self.clusterList(of: run))
        let arguments = ["update", "--in-place", "--policies-from", "../policies.json"]
        let first = try ProgramRun(
            BuiltProgram.path, arguments + ["--output", "json"], at: place.path, environment: [:])
        let changes = try JSONDecoder().decode(Report.self, from: Data(first.output.utf8)).changes
        if Self.refusedRuns.contains(run.name) {
            return #expect(first.status == 1 && changes.isEmpty)
        }
        #expect(first.status == (run.error == nil && run.keptDigests.isEmpty ? 0 : 1))
        #expect(Set(changes) == Self.changes(of: run))
        #expect(changes.count == Set(changes).count)
        try Self.expect(files(below: place), areThoseOf: run)

        let second = try ProgramRun(
            BuiltProgram.path, arguments + ["--dry-run"], at: place.path, environment: [:])
        #expect(second.output.isEmpty)
    }

    private static func expect(_ found: [String: [UInt8]], areThoseOf run: SetterRun) throws {
        let before = try contents(run.files, run.filesB64)
        var expected = try contents(run.expectedFiles, run.expectedFilesB64)
        for (path, text) in run.preservingFiles ?? [:] { expected[path] = Data(text.utf8) }
        #expect(found.keys.sorted() == before.keys.sorted())
        for (path, bytes) in expected {
            let isExact =
                run.semanticOnlyFiles?.contains(path) != true
                || run.preservingFiles?[path] != nil
            guard isExact else { continue }
            var text = String(decoding: found[path] ?? [], as: UTF8.self)
            for digest in run.keptDigests {
                text = text.replacing("\"\(digest)\"", with: "\"\"").replacing(digest, with: "\"\"")
            }
            #expect(text == String(decoding: bytes, as: UTF8.self), "\(path)")
        }
    }

    /// The expected changes, as a set because Flux records the first of two equal keys twice.
    private static func changes(of run: SetterRun) -> Set<Change> {
        Set(
            run.markers.filter { $0.old != $0.new && !$0.new.isEmpty }.map { marker in
                Change(
                    path: marker.file, document: Int(marker.doc) ?? -1, yamlPath: marker.path,
                    marker: marker.setter, old: marker.old, new: marker.new)
            })
    }

    private static func contents(
        _ texts: [String: String]?, _ encoded: [String: String]?
    ) throws -> [String: Data] {
        var contents = (texts ?? [:]).mapValues { Data($0.utf8) }
        for (path, text) in encoded ?? [:] {
            let bytes: Data = try #require(Data(base64Encoded: text))
            contents[path] = bytes
        }
        return contents
    }

    private static func clusterList(of run: SetterRun) throws -> String {
        let items = run.policies.map { policy -> [String: Any] in
            var latest = ["name": policy.image, "tag": policy.tag]
            latest["digest"] = policy.digest
            return [
                "kind": "ImagePolicy",
                "metadata": ["namespace": policy.namespace, "name": policy.name],
                "status": policy.noRef == true ? [:] : ["latestRef": latest],
            ]
        }
        let list: [String: Any] = ["apiVersion": "v1", "kind": "List", "items": items]
        return String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
    }
}

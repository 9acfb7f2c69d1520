import Foundation
import Reports
import Rules
import SourceText
import TestSupport
import Testing

/// Every command gives the same answer about each marker and each policy.
@Suite struct AgreementTests {
    /// A repository that comes with this package.
    private struct Example: Sendable {
        let folder: URL

        var name: String {
            String(folder.path.dropFirst(PackageFolder.url.path.count + 1))
        }
    }

    private static func examples() throws -> [Example] {
        var found = try folders(in: PackageFolder.url.appending(path: "examples"))
        for rule in try folders(in: PackageFolder.url.appending(path: "rules/examples")) {
            for kind in ["bad", "good"] { found += try folders(in: rule.appending(path: kind)) }
        }
        return found.map { Example(folder: $0.absoluteURL) }
    }

    private static func folders(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter(\.hasDirectoryPath).sorted { $0.path < $1.path }
    }

    /// One test for all examples: many have no marker, and agreement about none shows nothing.
    @Test func `commands agree about every example`() async throws {
        let examples = try Self.examples()
        #expect(examples.count > 600)
        let markers = await withTaskGroup(of: Int.self) { group in
            for example in examples {
                group.addTask { await Self.markerCount(in: example) }
            }
            return await group.reduce(0, +)
        }
        #expect(markers > 350)
    }

    /// The number of the markers that were compared; records what contradicts.
    private static func markerCount(in example: Example) async -> Int {
        do {
            let files = try files(below: example.folder).filter { path, _ in
                path != "expected.txt" && path != "tags.json" && !path.hasPrefix("before/")
            }
            let answers = try await Answers(of: Snapshot(files: files))
            for contradiction in answers.contradictions {
                Issue.record("\(example.name): \(contradiction)")
            }
            return answers.markerCount
        } catch {
            Issue.record("\(example.name): \(error)")
            return 0
        }
    }

    /// The directory of the repositories; nil if none is named.
    static let corpus = ProcessInfo.processInfo.environment["SLUICE_CORPUS"]

    @Test(
        .enabled(
            if: AgreementTests.corpus != nil, "SLUICE_CORPUS names no folder of repositories"))
    func `commands agree about real repositories`() async throws {
        let repositories = try Self.folders(in: URL(filePath: #require(Self.corpus)))
        var markers = 0
        for repository in repositories {
            let answers = try await Answers(of: Snapshot(files: manifests(below: repository)))
            markers += answers.markerCount
            for contradiction in answers.contradictions {
                Issue.record("\(repository.lastPathComponent): \(contradiction)")
            }
        }
        #expect(markers > 0)
        print("\(markers) markers of \(repositories.count) repositories")
    }

    private func manifests(below folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where !path.hasPrefix(".git/") && (path.hasSuffix(".yaml") || path.hasSuffix(".yml")) {
            let url = folder.appending(path: path)
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            if values.isRegularFile == true { files[path] = Array(try Data(contentsOf: url)) }
        }
        return files
    }
}

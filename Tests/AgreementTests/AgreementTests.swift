import Foundation
import Reports
import Rules
import SourceText
import TestSupport
import Testing

/// Every command gives the same answer about each marker and each policy.
@Suite struct AgreementTests {
    /// A repository that comes with this package.
    struct Example: Sendable, CustomTestStringConvertible {
        let folder: URL

        var testDescription: String {
            String(folder.path.dropFirst(PackageFolder.url.path.count + 1))
        }

        static let all: [URL] =
            folders(in: "examples")
            + folders(in: "rules/examples").flatMap { rule in
                ["bad", "good"].flatMap { folders(in: rule.appending(path: $0)) }
            }

        private static func folders(in path: String) -> [URL] {
            folders(in: PackageFolder.url.appending(path: path))
        }

        private static func folders(in folder: URL) -> [URL] {
            let found = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            return (found ?? []).filter(\.hasDirectoryPath).sorted { $0.path < $1.path }
        }
    }

    @Test(arguments: Example.all.map { Example(folder: $0.absoluteURL) })
    func `commands agree about the example`(_ example: Example) async throws {
        let files = try files(below: example.folder).filter { path, _ in
            path != "expected.txt" && path != "tags.json" && !path.hasPrefix("before/")
        }
        let answers = try await Answers(of: Snapshot(files: files))
        for contradiction in answers.contradictions { Issue.record("\(contradiction)") }
    }

    /// The repositories in the directory that `SLUICE_CORPUS` names; none if it is not set.
    static let corpus: [Example] = {
        guard let path = ProcessInfo.processInfo.environment["SLUICE_CORPUS"] else { return [] }
        let found = try? FileManager.default.contentsOfDirectory(
            at: URL(filePath: path), includingPropertiesForKeys: nil)
        return (found ?? []).filter(\.hasDirectoryPath).sorted { $0.path < $1.path }
            .map { Example(folder: $0) }
    }()

    @Test(
        .enabled(
            if: !AgreementTests.corpus.isEmpty, "SLUICE_CORPUS names no folder of repositories"))
    func `commands agree about real repositories`() async throws {
        var markers = 0
        for repository in Self.corpus {
            let answers = try await Answers(
                of: Snapshot(files: manifests(below: repository.folder)))
            markers += answers.markerCount
            for contradiction in answers.contradictions {
                Issue.record("\(repository.folder.lastPathComponent): \(contradiction)")
            }
        }
        print("\(markers) markers of \(Self.corpus.count) repositories")
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

import CheckPipeline
import Configuration
import Foundation
import GitAccess
import RepositoryLinking
import Rules
import SourceText
import TestSupport
import Testing

@testable import History

/// The history, compared with the models of its commits, each read and linked by itself.
@Suite struct HistoryReferenceTests {
    /// Also with merges, moved files, reverts and cherry-picks.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a generated history tells what each commit deploys`(_ seed: UInt64) async throws {
        let repository = try GeneratedHistory(seed: seed).repository
        let differences = try await HistoryReference(at: repository.path, repository.environment)
            .differences(sampleCount: 60, seed: seed)
        #expect(differences == [])
    }

    /// `SLUICE_HISTORIES` names repositories, separated by colons: 100 commits of each.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SLUICE_HISTORIES"] != nil))
    func `the history of a real repository tells what each commit deploys`() async throws {
        let paths = ProcessInfo.processInfo.environment["SLUICE_HISTORIES"] ?? ""
        for path in paths.split(separator: ":").map(String.init) {
            let differences = try await HistoryReference(
                at: path, ProcessInfo.processInfo.environment
            ).differences(sampleCount: 100, seed: 7)
            #expect(differences == [], "\(path)")
        }
    }
}

/// A history, beside the slow way to find out the same.
struct HistoryReference {
    let workspace: GitWorkspace
    let check = RepositoryCheck(rules: allRules, workerCount: 2)

    init(at path: String, _ variables: [String: String]) throws {
        workspace = try GitWorkspace(
            environment: GitEnvironment(variables: variables, directory: path))
    }

    /// The commits, of a sample, at which both differ, with the images.
    func differences(sampleCount: Int, seed: UInt64) async throws -> [String] {
        let tip = try #require(try workspace.head())
        let record = try await HistoryReader(of: workspace, by: check, cache: nil).record(to: tip)
        let newest = try workspace.snapshot(of: .revision(tip))
        var generator = SeededGenerator(seed: seed)
        let sample = Set(
            (0..<record.branch.count).shuffled(using: &generator).prefix(sampleCount - 1)
                + [record.branch.count - 1])
        let changes = Dictionary(uniqueKeysWithValues: record.commits.map { ($0.id, $0.changes) })
        var running: [DeployedImageName: RunningBuilds] = [:]
        var differences: [String] = []
        for (number, id) in record.branch.enumerated() {
            for change in changes[id] ?? [] {
                running[change.name] = change.latter.isEmpty ? nil : change.latter
            }
            guard sample.contains(number) else { continue }
            let expected = try await builds(of: id, configuredBy: newest)
            for name in Set(expected.keys).union(running.keys).sorted()
            where expected[name] != running[name] {
                differences.append(
                    "\(id.prefix(12)) \(name.environment ?? "-") \(name.image): "
                        + "\(running[name]?.words ?? "nothing") for "
                        + "\(expected[name]?.words ?? "nothing")")
            }
        }
        return differences
    }

    private func builds(
        of commit: String, configuredBy newest: Snapshot
    ) async throws -> [DeployedImageName: RunningBuilds] {
        let names = ConfigurationFile.names
        var snapshot = try workspace.snapshot(of: .revision(commit)).removing(names)
        if let entry = newest.entries.first(where: { names.contains($0.path) }) {
            let bytes = try newest.makeReader().bytes(of: entry, limit: 1 << 20)
            snapshot = snapshot.adding(entry.path, bytes)
        }
        let model = try await check.model(of: snapshot)
        return model.deployedBuilds.mapValues { builds in
            RunningBuilds(
                artifacts: Set(builds.known.map(\.artifact)).sorted(),
                hasOpen: !builds.open.isEmpty)
        }
    }
}

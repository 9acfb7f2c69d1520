package import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
package import SourceText
import YAMLSyntax

/// The outcome of one example of a custom rule.
package struct CustomExampleResult: Sendable {
    package enum Outcome: Hashable, Sendable {
        case passed
        /// A bad example in which the rule finds nothing.
        case notReported
        /// A good example in which it finds something: the messages.
        case reported([String])
        /// The rule could not decide: the reasons.
        case notChecked([String])
        /// One clause: lower case, no full stop.
        case unreadable(String)
    }

    package let rule: String
    package let isBad: Bool
    /// Among the good or the bad examples of the rule, from 1.
    package let number: Int
    package let outcome: Outcome
}

extension RepositoryCheck {
    private static let exampleFileLimit = 200

    /// Judges the examples of custom rules, in their order, each by its own rule alone.
    ///
    /// Anything that is off, suppressed or excluded elsewhere makes no difference.
    package func exampleResults(
        of rules: [CustomRule], in snapshot: Snapshot
    ) async throws -> [CustomExampleResult] {
        let configuration = try configuration(of: snapshot)
        var results: [CustomExampleResult] = []
        for check in CustomCheck.checks(of: configuration)
        where rules.contains(where: { $0.id == check.rule.id }) {
            for (isBad, examples) in [
                (true, check.rule.badExamples), (false, check.rule.goodExamples),
            ] {
                for (number, example) in examples.enumerated() {
                    let outcome = try await outcome(
                        of: example, isBad: isBad, by: check, in: snapshot, configuration)
                    results.append(
                        CustomExampleResult(
                            rule: check.rule.id, isBad: isBad, number: number + 1,
                            outcome: outcome))
                }
            }
        }
        return results
    }

    private func outcome(
        of example: CustomExample, isBad: Bool, by check: CustomCheck, in snapshot: Snapshot,
        _ configuration: RepositoryConfiguration
    ) async throws -> CustomExampleResult.Outcome {
        let files: Snapshot
        switch example.content {
        case .manifest(let text):
            files = .file(at: example.place ?? CustomExample.standardPath, Array(text.utf8))
        case .path(let path):
            files = snapshot.entries(below: path)
            if files.entries.isEmpty { return .unreadable("there is no `\(path)`") }
            guard files.entries.count <= Self.exampleFileLimit else {
                return .unreadable("`\(path)` has more than \(Self.exampleFileLimit) files")
            }
        }
        let tree = try ManifestTree(of: files)
        var context = try context(of: files, tree)
        context.configuration = configuration
        let facts = try await facts(of: tree.entries, in: tree)
        for file in facts.files {
            switch file.content {
            case .success(let manifest):
                if case .notYAML(let error) = manifest.facts.reading {
                    return .unreadable("`\(file.path)` is not YAML: \(error)")
                }
            case .failure(let error): return .unreadable("`\(file.path)`: \(error)")
            }
        }
        let found = check.judgement(of: facts.model(in: context))
        if isBad, !found.findings.isEmpty { return .passed }
        if !found.findings.isEmpty { return .reported(found.findings.map(\.message)) }
        if !found.unjudged.isEmpty { return .notChecked(found.unjudged.map(\.reason)) }
        return isBad ? .notReported : .passed
    }
}

extension Snapshot {
    /// A file that is only in memory.
    fileprivate static func file(at path: String, _ bytes: [UInt8]) -> Snapshot {
        Snapshot(
            origin: .worktree, entries: [SnapshotEntry(path: path, mode: .file, blobID: nil)]
        ) { ReplacingReader([path: bytes], over: NoFiles()) }
    }

    /// The file of this path, or those below it.
    fileprivate func entries(below path: String) -> Snapshot {
        let entries = entries.filter { $0.path == path || $0.path.hasPrefix("\(path)/") }
        return Snapshot(origin: origin, entries: entries, makeReader: makeReader)
    }
}

/// A reader of nothing.
private final class NoFiles: SnapshotReader {
    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        throw .unreadable(reason: "no such file")
    }
}

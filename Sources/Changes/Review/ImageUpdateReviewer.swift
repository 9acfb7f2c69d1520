package import CheckPipeline
package import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import SourceText
import Triage
package import UpdateEngine

/// Reviews whether a change is nothing but an update of images.
package struct ImageUpdateReviewer {
    private let check: RepositoryCheck
    private let comparison: Comparison
    /// The guardrails of a configuration.
    private let guardrails: (RepositoryConfiguration, RepositoryModel) -> Guardrails

    /// - Parameter comparison: The base, whose configuration holds: a change cannot loosen the
    ///   guardrails that it is reviewed by.
    package init(
        _ check: RepositoryCheck, comparedWith comparison: Comparison,
        within guardrails: @escaping (RepositoryConfiguration, RepositoryModel) -> Guardrails
    ) {
        self.check = check
        self.comparison = comparison
        self.guardrails = guardrails
    }

    /// A configuration that is wrong throws a `ConfigurationError`.
    package func review(of snapshot: Snapshot) async throws -> ImageUpdateReview {
        let base = comparison.base
        let differences = try differences(from: base, to: snapshot)
        let ground = try await check.ground(of: base)
        let plan = await UpdatePlan.review(
            of: differences.values, at: ground.marked.files, in: ground.model,
            within: guardrails(ground.model.configuration, ground.model))
        let unknown = differences.values.keys.filter { path in
            !plan.files.contains { $0.path == path }
        }
        let report = try await check.report(on: snapshot, comparedWith: comparison)
        let unread = unknown.map {
            ImageUpdateReview.Objection(
                path: $0, line: nil, reason: "Flux does not read this file for markers")
        }
        return ImageUpdateReview(
            files: differences.objections + unread + skipped(plan, differences.values), plan: plan,
            findings: report.newFindings)
    }

    /// The values that change though no update writes at their markers.
    private func skipped(
        _ plan: UpdatePlan, _ values: [String: WrittenValues]
    ) -> [ImageUpdateReview.Objection] {
        plan.files.flatMap { file in
            file.markers.compactMap { marker in
                guard case .skipped(let reason) = marker.outcome,
                    values[file.path]?.holds(marker) ?? false
                else { return nil }
                return .init(path: file.path, line: marker.position.line, reason: reason)
            }
        }
    }

    // MARK: Bytes

    private struct Differences {
        var objections: [ImageUpdateReview.Objection] = []
        /// By path.
        var values: [String: WrittenValues] = [:]

        mutating func note(_ path: String, _ reason: String, at line: Int? = nil) {
            objections.append(.init(path: path, line: line, reason: reason))
        }
    }

    private func differences(from base: Snapshot, to snapshot: Snapshot) throws -> Differences {
        let change = SnapshotChange(from: base.entries, to: snapshot.entries)
        let (tree, former) = (try ManifestTree(of: snapshot), try ManifestTree(of: base))
        let readers = (try base.makeReader(), try snapshot.makeReader())
        var found = Differences()
        for entry in change.added {
            found.note(entry.path, FileChange.objection(from: nil, to: entry) ?? "it is added")
        }
        for entry in change.deleted {
            found.note(entry.path, FileChange.objection(from: entry, to: nil) ?? "it is deleted")
        }
        for (old, new) in zip(change.replaced, change.modified) {
            // A file of a work tree that was touched may be as it was.
            let isSame = new.blobID == nil || old.blobID == nil
            do throws(SnapshotReadError) {
                if new.mode == old.mode, new.mode == .submodule {
                    found.note(old.path, FileChange.objection(from: old, to: new) ?? "")
                    continue
                }
                let limit = SnapshotReading.fileSizeLimit
                let before = try readers.0.bytes(of: old, limit: limit)
                let after = try readers.1.bytes(of: new, limit: limit)
                if isSame, old.mode == new.mode, before == after { continue }
                if let reason = FileChange.objection(from: old, to: new) {
                    found.note(old.path, reason)
                    continue
                }
                guard let role = tree.role(of: new), former.role(of: old) == role,
                    role != .unvisited
                else {
                    found.note(old.path, "a file changes that is no manifest")
                    continue
                }
                compare(old.path, before, after, role: role, &found)
            } catch {
                found.note(old.path, "\(error)")
            }
        }
        return found
    }

    private func compare(
        _ path: String, _ before: [UInt8], _ after: [UInt8], role: FileRole,
        _ found: inout Differences
    ) {
        let comparison = ByteComparison(
            from: FileFacts(bytes: before, role: role), to: FileFacts(bytes: after, role: role))
        for difference in comparison.differences {
            found.note(path, difference.reason, at: difference.line)
        }
        if !comparison.texts.isEmpty { found.values[path] = WrittenValues(comparison.texts) }
    }
}

import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
package import Triage

/// What a check would find after some edits, judged by a part of the repository alone.
///
/// The part is what the edited files are built with, and what their markers and policies lead to.
/// What the edits change there is taken for what they change in the whole: as a rule that is right
/// for the edited files, while what the edits do to others may be missed. A look at the whole
/// repository should follow.
package struct EditPreview: Sendable {
    /// A larger part takes so long that somebody might notice.
    private static let sizeLimit = 500

    private let settled: SettledRepository
    private let edited: Set<String>
    /// What the edited files say of others by their names.
    private let mentioned: Set<String>
    /// As it was before the edits.
    private let part: SnapshotFacts
    private let formerPrints: Set<String>

    /// The findings in the whole repository, as far as they can be told; nil where the edits may
    /// concern all of it.
    ///
    /// - Parameter known: The preview of an edit before, which mostly tells this one, too.
    package static func findings(
        in live: LiveRepository, since settled: SettledRepository, knowing known: EditPreview?
    ) async -> (findings: [ReportedFinding], preview: EditPreview)? {
        do {
            if let known, known.covers(live) {
                return (try await known.findings(in: live), known)
            }
            guard let edited = live.pathsEdited(since: settled.live) else { return nil }
            let preview = try await EditPreview(of: edited, in: live, since: settled)
            return (try await preview.findings(in: live), preview)
        } catch {
            // A configuration that is wrong: whoever looks at the whole is told, too.
            return nil
        }
    }

    /// Looks at what edits of some files would concern, before there are any.
    package init(of edited: Set<String>, since settled: SettledRepository) async throws {
        try await self.init(of: edited, in: settled.live, since: settled)
    }

    private init(
        of edited: Set<String>, in live: LiveRepository, since settled: SettledRepository
    ) async throws {
        let former = settled.live
        let paths = settled.checked.model.neighbours(
            of: live.files(at: edited) + former.files(at: edited), limit: Self.sizeLimit)
        self.settled = settled
        self.edited = edited
        mentioned = live.mentions(of: edited).union(former.mentions(of: edited))
        part = former.facts.only(paths.union(edited))
        let before = try await former.checked(part)
        before.freeInBackground()
        formerPrints = Set(before.report.findings.map(\.fingerprint))
    }

    /// Whether the same part tells what these edits change.
    private func covers(_ live: LiveRepository) -> Bool {
        guard let paths = live.pathsEdited(since: settled.live) else { return false }
        return paths.isSubset(of: edited) && live.mentions(of: edited).isSubset(of: mentioned)
    }

    private func findings(in live: LiveRepository) async throws -> [ReportedFinding] {
        let facts = edited.reduce(part) { facts, path in
            facts.replacing(path, with: live.facts.file(at: path))
        }
        let checked = try await live.checked(facts)
        checked.freeInBackground()
        let after = checked.report.findings
        let settled = self.settled.checked.report.findings
        let settledPrints = Set(settled.map(\.fingerprint))
        let prints = formerPrints.union(after.map(\.fingerprint))
        // What the part alone would find, but the whole did not, something else takes away.
        return after.filter {
            !formerPrints.contains($0.fingerprint) || settledPrints.contains($0.fingerprint)
        }
            + settled.filter {
                !prints.contains($0.fingerprint) && !edited.contains($0.finding.location.path)
            }
    }
}

/// A repository as it was when all of it was judged.
package struct SettledRepository: Sendable {
    let live: LiveRepository
    let checked: CheckedRepository

    package init(_ live: LiveRepository, _ checked: CheckedRepository) {
        self.live = live
        self.checked = checked
    }
}

extension LiveRepository {
    /// Nil where more than the text of manifests differs.
    fileprivate func pathsEdited(since former: LiveRepository) -> Set<String>? {
        guard edition == former.edition else { return nil }
        let paths = Set(buffers.keys).union(former.buffers.keys)
        return paths.filter { buffers[$0] != former.buffers[$0] }
    }

    fileprivate func files(at paths: Set<String>) -> [ManifestFile] {
        facts.only(paths).files.compactMap { try? $0.content.get() }
    }

    fileprivate func mentions(of paths: Set<String>) -> Set<String> {
        Set(
            files(at: paths).flatMap { file in
                file.facts.markers.compactMap(\.anySetter?.name)
                    + file.facts.policies.flatMap {
                        [$0.object.identity.name, $0.repositoryName?.text].compactMap(\.self)
                    } + file.facts.repositories.compactMap(\.object.identity.name)
            })
    }
}

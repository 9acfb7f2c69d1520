package import CheckPipeline
import Configuration
import Fixes
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
package import SourceText
package import Triage

/// A repository kept in memory while some of its files are edited.
///
/// Files are parsed once; an edit parses only the edited file again.
package struct LiveRepository: Sendable {
    private(set) var check: RepositoryCheck
    /// Reads the repositories that the configuration of a snapshot names.
    private let readOthers: @Sendable (Snapshot) throws -> OtherRepositories
    private var disk: Snapshot
    /// The texts of editors that replace the files on disk, by path.
    private(set) var buffers: [String: [UInt8]] = [:]
    private var tree: ManifestTree
    /// The configuration and the rest of the check's inputs; an invalid one makes checks fail.
    private(set) var context: Result<CheckContext, any Error>
    /// The facts of the files, with edits.
    private(set) var facts: SnapshotFacts

    /// Reads a repository as it is on disk.
    ///
    /// - Parameter others: Reads the repositories that the configuration of a snapshot names.
    package init(
        _ disk: Snapshot, by check: RepositoryCheck,
        linking others: @escaping @Sendable (Snapshot) throws -> OtherRepositories = { _ in .none }
    ) async throws {
        var check = check
        check.others = Self.others(of: disk, others)
        self.check = check
        readOthers = others
        self.disk = disk
        let linked = try check.others.linked(to: disk)
        let tree = try check.tree(of: linked)
        self.tree = tree
        context = Result { [check] in try check.context(of: linked, tree) }
        facts = try await check.facts(of: tree.entries, in: tree)
    }

    /// None where the configuration is wrong: its own error says so.
    private static func others(
        of disk: Snapshot, _ read: (Snapshot) throws -> OtherRepositories
    ) -> OtherRepositories {
        (try? read(disk)) ?? .none
    }

    /// The files on disk, with edits.
    package var snapshot: Snapshot { disk.overlaid(with: buffers) }

    /// The target if the path is a symbolic link to a manifest, else the path.
    package func file(at path: String) -> String { tree.file(at: path) }

    /// Whether a check depends on the content of a file, which need not exist yet.
    package func isConcerned(by path: String) -> Bool {
        entry(at: tree.file(at: path)) != nil || FileRole(path: path) != nil
    }

    package func isOnDisk(_ path: String) -> Bool { disk.holds(tree.file(at: path)) }

    /// The paths of the files whose content is replaced by that of an editor.
    package var editedFiles: Set<String> { Set(buffers.keys) }

    /// Replaces the content of a file by that of an editor; nil restores the content on disk.
    package mutating func edit(_ path: String, to bytes: [UInt8]?) throws {
        let path = tree.file(at: path)
        let isNew = (buffers[path] == nil) != (bytes == nil) && !disk.holds(path)
        buffers[path] = bytes
        if isNew || ConfigurationFile.names.contains(path) { try readTree() }
        facts = facts.replacing(path, with: try readFacts(at: path))
    }

    /// Reads what changed on disk; returns whether files or the configuration differ from before.
    package mutating func refresh(from disk: Snapshot) async throws -> Bool {
        self.disk = disk
        check.others = Self.others(of: disk, readOthers)
        let former = (tree: tree, facts: facts, guard: configurationSource)
        try readTree()
        let change = SnapshotChange(from: former.tree.entries, to: tree.entries)
        let paths = Set((change.taken + change.brought).map(\.path))
        let brought = try await check.facts(of: change.brought, in: tree)
        facts = facts.without(paths) + brought
        // Files without a blob id always count as modified, so their bytes are compared.
        let isSame =
            change.added.isEmpty && change.deleted.isEmpty
            && former.guard != nil && former.guard == configurationSource
            && former.facts.only(paths).sources == brought.sources
        if isSame { facts = former.facts }
        return !isSame
    }

    /// Checks the files with edits; throws a `ConfigurationError` if the configuration is invalid.
    package func checked() async throws -> CheckedRepository {
        try await checked(facts)
    }

    func checked(_ facts: SnapshotFacts) async throws -> CheckedRepository {
        let judgement = await Judgement(of: facts, by: check.rules, in: try context.get())
        let report = judgement.report(on: tree).reporting(on: tree.following(.all).contains)
        return CheckedRepository(model: judgement.model, report: report, paths: .all)
    }

    // MARK: Reading

    private mutating func readTree() throws {
        let snapshot = try check.others.linked(to: snapshot)
        let tree = try check.tree(of: snapshot)
        self.tree = tree
        context = Result { [check] in try check.context(of: snapshot, tree) }
    }

    /// The bytes of the configuration: empty without one, nil if it is invalid.
    private var configurationSource: [UInt8]? { try? context.get().configuration.source }

    private func entry(at path: String) -> SnapshotEntry? {
        tree.entries.element(at: path, \.path)
    }

    /// The facts of a file; nil if it does not exist or is not a manifest.
    private func readFacts(at path: String) throws -> SnapshotFacts.FactsOfFile? {
        guard let entry = entry(at: path), let role = tree.role(of: entry) else { return nil }
        let reader = ReplacingReader(buffers, over: try disk.makeReader())
        return SnapshotReading.facts(of: entry, role: role, from: reader)
    }

    /// The facts of another version of the snapshot, with the bytes of some files changed.
    func facts(of other: Snapshot) async throws -> SnapshotFacts {
        let former = self.tree
        let tree = try check.tree(of: try check.others.linked(to: other))
        let changed = SnapshotChange(from: former.entries, to: tree.entries)
        return facts.without(Set(changed.brought.map(\.path)))
            + (try await check.facts(of: changed.brought, in: tree))
    }
}

extension Snapshot {
    fileprivate func holds(_ path: String) -> Bool {
        entries.element(at: path, \.path) != nil
    }
}

extension SnapshotFacts {
    /// The bytes of the files that could be read, by path.
    fileprivate var sources: [String: [UInt8]] {
        Dictionary(
            files.map { ($0.path, (try? $0.content.get().facts.source) ?? []) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The facts of a file; nil if it has none.
    func file(at path: String) -> FactsOfFile? { files.element(at: path, \.path) }

    /// The facts of some files.
    func only(_ paths: Set<String>) -> SnapshotFacts {
        let sorted = paths.sorted { $0.bytesPrecede($1) }
        let files = sorted.compactMap(file)
        return SnapshotFacts(files: files, fileCount: files.count)
    }

    /// The facts of all files but these.
    func without(_ paths: Set<String>) -> SnapshotFacts {
        let files = files.filter { !paths.contains($0.path) }
        return SnapshotFacts(files: files, fileCount: files.count)
    }

    /// A copy with other facts of one file; nil removes the file.
    func replacing(_ path: String, with file: FactsOfFile?) -> SnapshotFacts {
        var files = files
        files.replaceSubrange(files.range(at: path, \.path), with: file.map { [$0] } ?? [])
        return SnapshotFacts(files: files, fileCount: files.count)
    }
}

extension LiveRepository {
    /// Whether a finding's fix removes the finding and causes no other.
    ///
    /// Cost: two checks of the repository.
    package func canFix(_ finding: ReportedFinding) async throws -> Bool {
        let request = FixRequest(
            includesUnsafe: true, minimumSeverity: .note,
            paths: ReportPaths([finding.finding.location.path]),
            admits: { $0.fingerprint == finding.fingerprint },
            judge: { try await checked(facts(of: $0)).report })
        let plan = try await check.plan(for: request, in: snapshot)
        return plan.fixed.contains { $0.fingerprint == finding.fingerprint }
    }
}

package import Kustomize
package import ManifestFacts
import RepositoryLinking
package import SourceText
import Synchronization

/// The facts of a snapshot's files, and which files could not be read.
package struct SnapshotFacts: Sendable {
    /// The files that contain any fact, or that could not be made out; ascending by path bytes.
    package let files: [FactsOfFile]
    /// How many files were looked at.
    package let fileCount: Int

    package init(files: [FactsOfFile], fileCount: Int) {
        self.files = files
        self.fileCount = fileCount
    }

    package static func + (left: SnapshotFacts, right: SnapshotFacts) -> SnapshotFacts {
        SnapshotFacts(
            files: (left.files + right.files).sorted {
                $0.path.bytesPrecede($1.path)
            },
            fileCount: left.fileCount + right.fileCount)
    }

    package struct FactsOfFile: Sendable {
        package let path: String
        package let content: Result<ManifestFile, SnapshotReadError>

        package init(path: String, content: Result<ManifestFile, SnapshotReadError>) {
            self.path = path
            self.content = content
        }
    }

    /// The facts of the files that could be read, linked.
    func model(in context: CheckContext) -> RepositoryModel {
        RepositoryModel(
            files: files.compactMap { try? $0.content.get() },
            tokens: context.tokens, paths: context.paths,
            configuration: context.configuration, tags: context.tags, values: context.values,
            setters: context.setters, builds: context.builds, today: context.acceptances.today,
            links: context.others.links)
    }
}

/// Reads a snapshot's manifests on several cores; the result does not depend on their number.
package struct SnapshotReading: Sendable {
    /// A manifest larger than this is not read: Kubernetes itself takes no object over 3 MiB.
    package static let fileSizeLimit = 16 * 1024 * 1024
    /// Files that one worker takes at a time.
    private static let batchSize = 64

    private let entries: [SnapshotEntry]
    private let tree: ManifestTree
    private let interest: Interest
    private let records: (any BlobRecords)?

    /// Which files are read for their facts; the others are passed over after a look.
    package enum Interest {
        case everything
        /// Files that may change what others mean, and files with markers.
        case linksAndMarkers
    }

    /// - Parameter entries: Some or all of the tree's.
    init(
        _ entries: [SnapshotEntry], of tree: ManifestTree, interest: Interest = .everything,
        records: (any BlobRecords)? = nil
    ) {
        self.entries = entries
        self.tree = tree
        self.interest = interest
        self.records = records
    }

    func facts(workerCount: Int) async throws -> SnapshotFacts {
        let batches = Batches(count: entries.count, size: Self.batchSize)
        let parts = try await withThrowingTaskGroup { group in
            for _ in 0..<max(1, min(workerCount, batches.batchCount)) {
                group.addTask { try self.facts(of: batches) }
            }
            var parts: [(start: Int, files: [SnapshotFacts.FactsOfFile])] = []
            for try await part in group { parts += part }
            return parts.sorted { $0.start < $1.start }
        }
        return SnapshotFacts(files: parts.flatMap(\.files), fileCount: entries.count)
    }

    /// One worker: takes batch after batch, with a reader of its own.
    private func facts(
        of batches: Batches
    ) throws -> [(start: Int, files: [SnapshotFacts.FactsOfFile])] {
        let reader = try tree.makeReader()
        var parts: [(start: Int, files: [SnapshotFacts.FactsOfFile])] = []
        while let batch = batches.next() {
            parts.append((batch.lowerBound, batch.compactMap { facts(at: $0, from: reader) }))
        }
        return parts
    }

    private func facts(
        at index: Int, from reader: any SnapshotReader
    ) -> SnapshotFacts.FactsOfFile? {
        let entry = entries[index]
        guard let role = tree.role(of: entry) else { return nil }
        return Self.facts(of: entry, role: role, from: reader, interest: interest, records)
    }

    /// Nil for a file that says nothing, or nothing of interest.
    package static func facts(
        of entry: SnapshotEntry, role: FileRole, from reader: any SnapshotReader,
        interest: Interest = .everything, _ records: (any BlobRecords)? = nil
    ) -> SnapshotFacts.FactsOfFile? {
        do throws(SnapshotReadError) {
            let manifest = try manifest(of: entry, role: role, from: reader, interest, records)
            guard let manifest else { return nil }
            let facts = FileFacts(manifest, role: role)
            guard facts.reading != .screenedOut else { return nil }
            return .init(
                path: entry.path, content: .success(ManifestFile(path: entry.path, facts: facts)))
        } catch {
            return .init(path: entry.path, content: .failure(error))
        }
    }

    /// The file as an earlier run parsed it, or as it is read now; nil if it is of no interest.
    private static func manifest(
        of entry: SnapshotEntry, role: FileRole, from reader: any SnapshotReader,
        _ interest: Interest, _ records: (any BlobRecords)?
    ) throws(SnapshotReadError) -> ParsedManifest? {
        let id = entry.mode == .symbolicLink ? nil : entry.blobID
        if let records, let id, let record = records.record(ofBlob: id),
            let known = ParsedManifest(record, role: role)
        {
            return interest.includes(known.source, role: role) ? known : nil
        }
        let bytes = try reader.bytes(of: entry, limit: fileSizeLimit)
        guard interest.includes(bytes, role: role) else { return nil }
        let manifest = ParsedManifest(bytes, role: role)
        if let records, let id, let record = manifest.record { records.keep(record, ofBlob: id) }
        return manifest
    }
}

extension SnapshotReading.Interest {
    fileprivate func includes(_ bytes: [UInt8], role: FileRole) -> Bool {
        switch self {
        case .everything: true
        case .linksAndMarkers:
            FileFacts.canHoldMarkers(bytes) || FileFacts.canHoldLinks(bytes, role: role)
        }
    }
}

/// Hands out ranges of indices to workers, each range once.
private final class Batches: Sendable {
    private let count: Int
    private let size: Int
    private let taken = Atomic<Int>(0)

    init(count: Int, size: Int) {
        self.count = count
        self.size = size
    }

    var batchCount: Int { (count + size - 1) / size }

    func next() -> Range<Int>? {
        let start = taken.add(size, ordering: .relaxed).oldValue
        return start < count ? start..<min(start + size, count) : nil
    }
}

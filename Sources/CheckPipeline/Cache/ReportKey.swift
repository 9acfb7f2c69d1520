import Configuration
import Crypto
import Rules
import SourceText
import TagSnapshots
import Triage

/// Identifies a report by everything that it depends on: if two keys are equal, so are the reports.
struct ReportKey: Equatable {
    /// The largest number of files without an id that are read for a key.
    private static let unknownLimit = 1000

    /// 64 hexadecimal digits.
    let name: String

    /// Nil if too many files have no id, or one of them cannot be read.
    ///
    /// Nil also for tags and values from outside of the repository, which few runs are given.
    ///
    /// - Parameter program: Differs between two builds of the program.
    init?(of snapshot: Snapshot, _ tree: ManifestTree, by check: RepositoryCheck, program: String) {
        guard check.tags == .empty, check.values.isEmpty else { return nil }
        var parts = KeyParts()
        parts.append(program)
        parts.append(check.rules.map(\.definition.id).joined(separator: " "))
        parts.append(check.acceptances)
        for part in check.others.keyParts { parts.append(part) }
        do throws(SnapshotReadError) {
            guard try parts.append(snapshot, tree, unknownLimit: Self.unknownLimit) else {
                return nil
            }
        } catch {
            return nil
        }
        name = SHA256.hash(data: parts.bytes).hexadecimal
    }
}

/// The parts of a key, each with its length in front, so that no two lists have one encoding.
private struct KeyParts {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) { append(text.utf8) }

    private mutating func append(_ part: some Collection<UInt8>) {
        var length = part.count
        while length >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        bytes.append(UInt8(length))
        bytes += part
    }

    mutating func append(_ options: AcceptanceOptions) {
        append(options.today?.description ?? "")
        append(options.honoursIgnores ? "ignores" : "")
        append(options.baseline.file.text)
        for (path, former) in options.formerPaths.sorted(by: { $0.key < $1.key }) {
            append(path)
            append(former)
        }
    }

    /// Appends the paths of all files, and what is in those that a check reads.
    ///
    /// Returns false if more than `unknownLimit` of them have no id.
    mutating func append(
        _ snapshot: Snapshot, _ tree: ManifestTree, unknownLimit: Int
    ) throws(SnapshotReadError) -> Bool {
        var manifests = tree.entries[...]
        var unknown: [SnapshotEntry] = []
        for entry in snapshot.entries {
            let isManifest = manifests.first?.path.hasSameBytes(as: entry.path) ?? false
            if isManifest { manifests.removeFirst() }
            append(entry.path)
            append(entry.mode.name)
            let isRead = isManifest || CheckContext.reads(entry)
            append(isRead ? entry.blobID ?? "unknown" : "not read")
            if isRead, entry.blobID == nil { unknown.append(entry) }
        }
        if unknown.isEmpty { return true }
        guard unknown.count <= unknownLimit, let reader = try? snapshot.makeReader() else {
            return false
        }
        for entry in unknown {
            let bytes = try reader.bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
            append(Array(SHA256.hash(data: bytes)))
        }
        return true
    }
}

extension SnapshotEntry.Mode {
    /// Whether a file is executable makes no difference, and is not always known.
    fileprivate var name: String {
        switch self {
        case .file, .executable: "file"
        case .symbolicLink: "link"
        case .submodule: "submodule"
        }
    }
}

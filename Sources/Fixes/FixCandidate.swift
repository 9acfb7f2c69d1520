import CheckPipeline
import ManifestFacts
import Rules
import SourceText
import Triage

/// Which text becomes which, in one file.
struct FixChange: Hashable {
    let path: String
    let edits: [TextEdit]
}

/// A change, and the findings that it would remove.
struct FixCandidate {
    let change: FixChange
    fileprivate(set) var findings: [ReportedFinding]

    /// One for each change, in the order of the findings.
    static func candidates(of findings: [ReportedFinding]) -> [FixCandidate] {
        var candidates: [FixCandidate] = []
        var places: [FixChange: Int] = [:]
        for finding in findings {
            guard let fix = finding.finding.fix else { continue }
            let change = FixChange(path: finding.finding.location.path, edits: fix.edits)
            if let place = places[change] {
                candidates[place].findings.append(finding)
            } else {
                places[change] = candidates.count
                candidates.append(FixCandidate(change: change, findings: [finding]))
            }
        }
        return candidates
    }
}

/// The files of a tree that edits can be tried on: UTF-8, each under a path of its own.
struct EditableFiles {
    private let manifests: [String: (entry: SnapshotEntry, role: FileRole)]
    private let reader: any SnapshotReader
    /// The bytes of the files that are wanted.
    private(set) var read: [String: [UInt8]] = [:]

    init(of tree: ManifestTree) throws {
        // Two paths that look the same are one key here, and an edit could go to the wrong file.
        manifests = Dictionary(grouping: tree.entries, by: \.path).compactMapValues { entries in
            guard entries.count == 1, let role = tree.role(of: entries[0]) else { return nil }
            return (entries[0], role)
        }
        reader = try tree.makeReader()
    }

    /// Nil for a file whose offsets are not those of its facts.
    mutating func bytes(at path: String) throws -> [UInt8]? {
        if let bytes = read[path] { return bytes }
        guard let (entry, role) = manifests[path] else { return nil }
        let bytes = try reader.bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
        guard FileFacts(bytes: bytes, role: role).source == bytes else { return nil }
        read[path] = bytes
        return bytes
    }

    func canRead(_ bytes: [UInt8], at path: String) -> Bool {
        guard let role = manifests[path]?.role else { return false }
        let facts = FileFacts(bytes: bytes, role: role)
        return facts.reading == .parsed || facts.reading == .screenedOut
    }
}

import CheckPipeline
import Kustomize
package import ManifestFacts
package import SourceText
import YAMLSyntax

/// The files of a repository with changes that are not written yet.
package struct ManifestDraft: Sendable {
    package private(set) var snapshot: Snapshot
    private let base: Snapshot
    private var before: [String: [UInt8]] = [:]
    private var after: [String: [UInt8]] = [:]

    package init(of snapshot: Snapshot) {
        base = snapshot
        self.snapshot = snapshot
    }

    /// One file that changes.
    package struct Change: Sendable {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]
    }

    /// Ascending by the bytes of their paths; files that are as they were are left out.
    package var changes: [Change] {
        after.keys.sorted { $0.bytesPrecede($1) }.compactMap { path in
            guard let old = before[path], let new = after[path], old != new else { return nil }
            return Change(path: path, before: old, after: new)
        }
    }

    package func bytes(of path: String) throws -> [UInt8] {
        if let bytes = after[path] { return bytes }
        guard let entry = base.entries.first(where: { $0.path == path }) else {
            throw HoldError.noFile(path)
        }
        return try base.makeReader().bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
    }

    package mutating func apply(_ edits: [TextEdit], to path: String) throws {
        try replace(path, with: bytes(of: path).applying(edits))
    }

    package mutating func replace(_ path: String, with bytes: [UInt8]) throws {
        if before[path] == nil { before[path] = try self.bytes(of: path) }
        after[path] = bytes
        snapshot = base.replacing(after)
    }
}

/// An object of image automation by its place, which stays the same while fields change.
package struct ObjectPlace: Hashable, Sendable {
    package let path: String
    package let holder: HoldFact.Holder
    /// Among the objects of its kind in the file.
    let number: Int

    /// Nil where the node is no such object of the file.
    init?(of root: YAMLNode, _ holder: HoldFact.Holder, in file: ManifestFile) {
        let roots = Self.roots(holder, in: file.facts)
        guard let number = roots.firstIndex(of: root) else { return nil }
        path = file.path
        self.holder = holder
        self.number = number
    }

    /// The object in other bytes of the file.
    func root(in bytes: [UInt8], role: FileRole) throws(HoldError) -> YAMLNode {
        let facts = FileFacts(bytes: bytes, role: role)
        let roots = Self.roots(holder, in: facts)
        guard facts.source == bytes, roots.indices.contains(number) else { throw .layout(path) }
        return roots[number]
    }

    private static func roots(_ holder: HoldFact.Holder, in facts: FileFacts) -> [YAMLNode] {
        switch holder {
        case .policy: facts.policies.map(\.root)
        case .repository: facts.repositories.map(\.root)
        case .automation: facts.automations.map(\.root)
        }
    }
}

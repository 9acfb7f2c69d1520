package import ManifestFacts
package import SourceText

/// The manifests of one tree of files: those with a manifest's name, and those that links with
/// such a name lead to.
///
/// Flux's image automation reads and writes a file through a link, and passes over links to
/// directories and to nothing. A link that leaves the tree leads to nothing here, too.
package struct ManifestTree: Sendable {
    let origin: Snapshot.Origin
    /// Ascending by the bytes of their paths, like a snapshot's.
    package let entries: [SnapshotEntry]
    package let makeReader: @Sendable () throws -> any SnapshotReader
    /// The target of each link with a manifest's name, in the order of the links.
    private let links: [(path: String, target: String)]
    /// The roles of files that only links give a manifest's name.
    private let linkedRoles: [String: FileRole]

    /// The directories that contain the files of other repositories.
    private let others: Set<String>

    /// - Parameter others: The directories in it that contain the files of other repositories.
    package init(of snapshot: Snapshot, besides others: Set<String> = []) throws {
        self.others = others
        origin = snapshot.origin
        makeReader = snapshot.makeReader
        let links = try Self.links(in: snapshot).filter { Self.isInOneRepository($0, others) }
        var linkedRoles: [String: FileRole] = [:]
        for link in links where FileRole(path: link.target) == nil {
            linkedRoles[link.target] = linkedRoles[link.target] ?? FileRole(path: link.path)
        }
        let unread = Set(links.filter { $0.path == $0.target }.map(\.path))
        entries = snapshot.entries.filter { entry in
            entry.mode.isFile
                ? FileRole(path: entry.path) != nil || linkedRoles[entry.path] != nil
                : unread.contains(entry.path)
        }
        self.links = links
        self.linkedRoles = linkedRoles
    }

    private init(_ other: ManifestTree, with contents: [String: [UInt8]]) {
        let snapshot = Snapshot(
            origin: other.origin, entries: other.entries, makeReader: other.makeReader
        ).replacing(contents)
        origin = snapshot.origin
        entries = snapshot.entries
        makeReader = snapshot.makeReader
        links = other.links
        others = other.others
        linkedRoles = other.linkedRoles
    }

    /// The same tree with other bytes in some of its files, none of which is a link.
    func replacing(_ contents: [String: [UInt8]]) -> ManifestTree {
        ManifestTree(self, with: contents)
    }

    package func role(of entry: SnapshotEntry) -> FileRole? {
        FileRole(path: entry.path) ?? linkedRoles[entry.path]
    }

    /// Whether files of one path are read as the same in both.
    func readsAlike(_ other: ManifestTree) -> Bool { linkedRoles == other.linkedRoles }

    /// The target of a link with a manifest's name; any other path as it is.
    package func file(at path: String) -> String {
        links.first { $0.path == path }?.target ?? path
    }

    /// The paths of the repository's own manifests.
    var ownPaths: [String] {
        let paths = entries.map(\.path)
        return others.isEmpty ? paths : paths.filter(ReportPaths.all.leavingOut(others).contains)
    }

    /// Whether a link leads to a file of its own repository.
    private static func isInOneRepository(
        _ link: (path: String, target: String), _ others: Set<String>
    ) -> Bool {
        if others.isEmpty { return true }
        func root(_ path: String) -> String? {
            let first = String(path.prefix { $0 != "/" })
            return others.contains(first) ? first : nil
        }
        return root(link.path) == root(link.target)
    }

    /// The paths, and what the links among and below them lead to: the place that is reported.
    package func following(_ paths: ReportPaths) -> ReportPaths {
        paths.adding(links.filter { paths.contains($0.path) }.map(\.target)).leavingOut(others)
    }

    /// A link that cannot be read leads to itself, so that its reader reports why.
    private static func links(in snapshot: Snapshot) throws -> [(path: String, target: String)] {
        let candidates = snapshot.entries.filter {
            $0.mode == .symbolicLink && FileRole(path: $0.path) != nil
        }
        guard !candidates.isEmpty else { return [] }
        let resolver = LinkResolver(snapshot.entries, reader: try snapshot.makeReader())
        return candidates.compactMap { link in
            do throws(SnapshotReadError) {
                return try resolver.file(at: link.path).map { (link.path, $0) }
            } catch {
                return (link.path, link.path)
            }
        }
    }
}

extension SnapshotEntry.Mode {
    fileprivate var isFile: Bool { self == .file || self == .executable }
}

/// Follows links inside of one tree, as the system would if the tree were on a disk.
private struct LinkResolver {
    /// Linux gives up after as many links, too.
    private static let linkLimit = 40
    private static let targetSizeLimit = 4096

    private let entries: [String: SnapshotEntry]
    private let reader: any SnapshotReader

    init(_ entries: [SnapshotEntry], reader: any SnapshotReader) {
        self.entries = Dictionary(
            entries.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        self.reader = reader
    }

    /// The path of the file that `path` leads to; nil if that is no file of the tree.
    func file(at path: String) throws(SnapshotReadError) -> String? {
        var rest = Array(path.split(separator: "/").reversed())
        var directory: [Substring] = []
        var linkCount = 0
        while let component = rest.popLast() {
            if component == "." { continue }
            if component == ".." {
                if directory.popLast() == nil { return nil }
                continue
            }
            let here = (directory + [component]).joined(separator: "/")
            guard let link = entries[here], link.mode == .symbolicLink else {
                directory.append(component)
                continue
            }
            linkCount += 1
            guard linkCount <= Self.linkLimit, let target = try target(of: link) else { return nil }
            rest += target.split(separator: "/").reversed()
        }
        let found = directory.joined(separator: "/")
        return entries[found]?.mode.isFile == true ? found : nil
    }

    /// Nil for a target that leaves the tree at once, or that is no text.
    private func target(of link: SnapshotEntry) throws(SnapshotReadError) -> String? {
        let bytes = try reader.bytes(of: link, limit: Self.targetSizeLimit)
        guard bytes.first != UInt8(ascii: "/") else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

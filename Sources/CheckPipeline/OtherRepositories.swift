import RepositoryLinking
package import SourceText
package import Triage

/// The repositories that are linked with the checked one, as they were read for this run.
package struct OtherRepositories: Sendable {
    package static let none = OtherRepositories()

    /// The addresses of the checked repository.
    private var own: [String] = []
    private var mounts: [Mount] = []
    /// The repositories that could not be linked.
    package var missing: [NotChecked] = []

    private struct Mount {
        let directory: String
        var addresses: [String]
        let place: String
        let hasFiles: Bool
        let snapshot: Snapshot
    }

    package init() {}

    /// Adds an address of the checked repository itself.
    package mutating func addOwn(_ address: String) { own.append(address) }

    /// Adds the repository of an address, whose files are at a place; a place that is there
    /// already gets one more address.
    ///
    /// - Parameter hasFiles: Whether its files can be opened at that place: not so in a bare clone.
    package mutating func add(
        _ address: String, name: String, place: String, hasFiles: Bool = true,
        read: () throws -> Snapshot
    ) rethrows {
        if let known = mounts.firstIndex(where: { $0.place == place }) {
            mounts[known].addresses.append(address)
            return
        }
        var directory = name + ":"
        while mounts.contains(where: { $0.directory == directory }) { directory += ":" }
        mounts.append(
            Mount(
                directory: directory, addresses: [address], place: place, hasFiles: hasFiles,
                snapshot: try read()))
    }

    /// Whether the repository of an address is among them.
    package func include(_ address: String) -> Bool { links.root(at: address) != nil }

    var directories: Set<String> { Set(mounts.map(\.directory)) }

    /// Where each repository is in a model.
    var links: LinkedRepositories {
        var links = LinkedRepositories()
        for mount in mounts {
            for address in mount.addresses { links.add(address, at: mount.directory) }
        }
        for address in own { links.add(address, at: "") }
        return links
    }

    /// Everything besides the files that a report depends on.
    var keyParts: [String] {
        own + mounts.flatMap { [$0.directory] + $0.addresses } + missing.map(\.reason)
    }

    /// Where a file of a model can be opened that is one of another repository.
    ///
    /// Nil for a file of a bare clone; the path itself for a file of the checked repository.
    package func place(ofFile path: String) -> String? {
        let directory = String(path.prefix { $0 != "/" })
        guard let mount = mounts.first(where: { $0.directory == directory }) else { return path }
        return mount.hasFiles ? mount.place + path.dropFirst(directory.count) : nil
    }

    /// The files of the checked repository, and those of the others in their directories.
    package func linked(to snapshot: Snapshot) throws(OtherRepositoryError) -> Snapshot {
        for directory in mounts.map(\.directory)
        where snapshot.entries.contains(where: { $0.path.hasPrefix(directory + "/") }) {
            throw .directoryTaken(directory)
        }
        return mounts.reduce(snapshot) { $0.mounting($1.snapshot, at: $1.directory) }
    }
}

/// Why a repository cannot be linked.
package enum OtherRepositoryError: Error, Equatable {
    /// The checked repository has a directory of the name that another one's files get.
    case directoryTaken(String)
}

extension OtherRepositoryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .directoryTaken(let directory):
            "the repository has a directory `\(directory)`, which is how the files of another "
                + "repository are called; rename the other one's directory"
        }
    }
}

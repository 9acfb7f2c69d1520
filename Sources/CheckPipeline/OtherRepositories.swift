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
        let snapshot: Snapshot
    }

    package init() {}

    /// Adds an address of the checked repository itself.
    package mutating func addOwn(_ address: String) { own.append(address) }

    /// Adds the repository of an address, whose files are at a place; a place that is there
    /// already gets one more address.
    package mutating func add(
        _ address: String, name: String, place: String, read: () throws -> Snapshot
    ) rethrows {
        if let known = mounts.firstIndex(where: { $0.place == place }) {
            mounts[known].addresses.append(address)
            return
        }
        var directory = name + ":"
        while mounts.contains(where: { $0.directory == directory }) { directory += ":" }
        mounts.append(
            Mount(
                directory: directory, addresses: [address], place: place, snapshot: try read()))
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

    /// The files of the checked repository, and those of the others in their directories.
    func linked(to snapshot: Snapshot) throws(OtherRepositoryError) -> Snapshot {
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

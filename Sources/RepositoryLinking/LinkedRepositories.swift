import ManifestFacts
import SourceText

/// Where the files of other repositories are in a model, and which address each repository has.
///
/// Another repository's files lie in a directory of their own, whose name ends with a colon:
/// `fleet:/clusters/production/apps.yaml`. The checked repository keeps its plain paths.
package struct LinkedRepositories: Hashable, Sendable {
    package static let none = LinkedRepositories()

    /// The directories of the other repositories.
    package private(set) var directories: Set<String> = []
    private var roots: [RepositoryAddress: String] = [:]

    package init() {}

    package var isEmpty: Bool { directories.isEmpty }

    /// Adds an address of a repository whose files are in a directory, which is empty for the
    /// checked repository; the first directory of an address counts.
    package mutating func add(_ address: String, at directory: String) {
        if !directory.isEmpty { directories.insert(directory) }
        guard let address = RepositoryAddress(address), roots[address] == nil else { return }
        roots[address] = directory
    }

    /// The directory of the repository with an address; nil where none is linked.
    package func root(at address: String) -> String? {
        directories.isEmpty ? nil : RepositoryAddress(address).flatMap { roots[$0] }
    }

    /// The directory of the repository that a file belongs to.
    package func root(ofFile path: String) -> String {
        guard !directories.isEmpty, let slash = path.utf8.firstIndex(of: UInt8(ascii: "/"))
        else { return directories.contains(path) ? path : "" }
        let first = String(path[..<slash])
        return directories.contains(first) ? first : ""
    }
}

/// Where a repository is: one for `https`, `ssh` and the short form `git@host:path`, with and
/// without a user, a standing port and `.git`.
struct RepositoryAddress: Hashable, Sendable {
    private static let standingPorts: Set<Substring> = ["22", "80", "443"]

    private let parts: [Substring]

    /// Nil for a text without a host and a path, and for one with a variable.
    init?(_ address: String) {
        guard NamePattern.isLiteral(address) else { return nil }
        var text = address.lowercased()[...]
        if let mark = text.firstRange(of: "://") { text = text[mark.upperBound...] }
        let host = text.prefix { $0 != "/" }
        if let user = host.lastIndex(of: "@") { text = text[user...].dropFirst() }
        while text.last == "/" { text.removeLast() }
        if text.hasSuffix(".git") { text = text.dropLast(4) }
        var parts = text.split { $0 == "/" || $0 == ":" }
        guard parts.count > 1 else { return nil }
        if Self.standingPorts.contains(parts[1]), parts.count > 2 { parts.remove(at: 1) }
        self.parts = parts
    }
}

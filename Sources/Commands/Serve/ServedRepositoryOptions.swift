import ArgumentParser
import FoundationEssentials
import GitAccess
import Serving

/// Which repositories are served.
struct ServedRepositoryOptions: ParsableArguments {
    @Option(
        name: .customLong("repository"),
        help: ArgumentHelp(
            "Serve this repository: an address that Git fetches from, with the branch if it is not "
                + "the one of HEAD; may be repeated.", valueName: "url[#branch]"))
    var addresses: [UnrepeatedArgument<ServedAddress>] = []

    @Option(
        name: .customLong("repositories"),
        help: ArgumentHelp(
            "Serve the repositories that this YAML file lists, each with `url`, and `branch`, "
                + "`name`, and the files with its key or token where it needs them.",
            valueName: "file"))
    var file: String?

    func validate() throws {
        let given = try self.given
        if given.isEmpty, file == nil {
            throw ValidationError("--repository or --repositories says what is served")
        }
    }

    private var given: [ServedRepository] {
        get throws {
            try addresses.map {
                try $0.value(
                    of: "--repository", writtenAs: "URL or URL#BRANCH, without a password"
                ).repository
            }
        }
    }

    /// In the order of the command line, then of the file.
    func repositories() throws -> [ServedRepository] {
        var repositories = try given
        if let file {
            let bytes = try InputFile.path(file).bytes(limit: RepositoryList.sizeLimit)
            do throws(RepositoryList.Fault) {
                repositories += try RepositoryList(bytes).repositories
            } catch {
                throw CommandError("`\(file)`: \(error)")
            }
        }
        var names: Set<String> = []
        for repository in repositories where !names.insert(repository.name).inserted {
            throw CommandError("`\(repository.name)` is served twice; leave one of them out")
        }
        return repositories
    }
}

/// An address that Git fetches from, and a branch: `URL[#BRANCH]`.
struct ServedAddress: ExpressibleByArgument {
    let url: String
    let branch: String?

    /// Nil for what is no address, and for one with a password, which every process could see.
    init?(argument: String) {
        let parts = argument.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let branch = parts.count == 2 ? String(parts[1]) : nil
        guard let first = parts.first else { return nil }
        self.init(url: String(first), branch: branch)
    }

    init?(url: String, branch: String?) {
        guard GitRemote(trustedURL: url) != nil, branch.map(BranchMove.isBranch) ?? true else {
            return nil
        }
        let isRelative =
            RemoteURL(url)?.scheme == "file" && !url.contains("://")
            && !url.hasPrefix("/")
        self.url =
            isRelative ? "\(FileManager.default.currentDirectoryPath)/\(url)" : url
        self.branch = branch
    }

    /// For people.
    var name: String { GitRemote.name(ofURL: url) + (branch.map { "#\($0)" } ?? "") }

    var repository: ServedRepository { ServedRepository(name: name, url: url, branch: branch) }
}

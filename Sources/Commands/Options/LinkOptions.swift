import ArgumentParser
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import Reports
import Serving
import SourceText
import Triage

/// The other repositories of the fleet that a command links with its own.
struct LinkOptions: ParsableArguments {
    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Link the repository of this URL, whose clone is at PATH; may be repeated.",
            valueName: "url=path"),
        transform: Place.init)
    var places: [Place] = []

    /// A repository that the command line names.
    struct Place: Sendable {
        let url: String
        let path: String

        init(_ text: String) throws {
            // A URL may contain `=`: the last one is between them.
            guard let mark = text.lastIndex(of: "="), mark != text.startIndex,
                text.index(after: mark) != text.endIndex
            else { throw ValidationError("a repository is named URL=PATH") }
            url = String(text[..<mark])
            path = String(text[text.index(after: mark)...])
        }
    }

    /// The repositories that the command line and a configuration name; those of the command line
    /// have to be there.
    func others(
        of workspace: GitWorkspace, by configuration: RepositoryConfiguration
    ) throws -> OtherRepositories {
        var others = OtherRepositories()
        if places.isEmpty, configuration.repositories.isEmpty { return others }
        if let own = try workspace.originURI() { others.addOwn(own) }
        let top = workspace.layout.worktree
        for place in places {
            do {
                try Self.add(place.url, at: place.path, of: top, to: &others)
            } catch {
                throw CommandError("`\(place.path.visible)` cannot be linked: \(error)")
            }
        }
        let lines = LineIndex(configuration.source)
        for repository in configuration.repositories
        where !others.include(repository.url.value) {
            let place = repository.path ?? repository.url
            do {
                if let path = repository.path?.value {
                    guard let top else { throw CommandError("this repository has no work tree") }
                    try Self.add(
                        repository.url.value, at: "\(top)/\(path)", of: top, to: &others)
                } else {
                    try Self.add(fetched: repository, to: &others)
                }
            } catch {
                let advice = repository.path == nil ? "run `sluice fetch`" : "clone it there"
                others.missing.append(
                    NotChecked(
                        path: configuration.path ?? "",
                        line: place.span.map { lines.lineNumber(at: $0.lowerBound) },
                        rule: nil,
                        reason: "`\(GitRemote.name(ofURL: place.value))` is not linked: \(error); "
                            + "\(advice), or name its place with --with URL=PATH"))
            }
        }
        return others
    }

    private static func add(
        _ url: String, at path: String, of top: String?, to others: inout OtherRepositories
    ) throws {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory
        else { throw CommandError("no directory is there") }
        let place = URL(filePath: path).resolvingSymlinksInPath().path
        if let top, URL(filePath: top).resolvingSymlinksInPath().path == place {
            return others.addOwn(url)
        }
        let name = String(place.split(separator: "/").last ?? "other")
        let isBare = FileManager.default.fileExists(atPath: place + "/HEAD")
        try others.add(url, name: name, place: place, hasFiles: !isBare) {
            try snapshot(at: place)
        }
    }

    /// Adds the clone that `sluice fetch` keeps, as it left it.
    private static func add(
        fetched repository: OtherRepository, to others: inout OtherRepositories
    ) throws {
        let (url, clones) = (
            repository.url.value, CloneCache(variables: ProcessInfo.processInfo.environment)
        )
        guard let clone = try clones?.workspace(of: url, branch: repository.branch) else {
            throw CommandError("it has not been fetched")
        }
        let name = url.split { "/:".contains($0) }.last.map(String.init) ?? "other"
        try others.add(
            url, name: name.hasSuffix(".git") ? String(name.dropLast(4)) : name,
            place: clone.layout.gitDirectory, hasFiles: false
        ) { try clone.snapshot(of: .revision("HEAD"), isCompared: false) }
    }

    /// The commit that is checked out in a clone; all files of a directory without Git.
    private static func snapshot(at path: String) throws -> Snapshot {
        guard
            FileManager.default.fileExists(atPath: path + "/.git")
                || FileManager.default.fileExists(atPath: path + "/HEAD")
        else { return try PlainDirectory(path).snapshot() }
        // Those of a hook speak of the repository that it runs in.
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        return try GitWorkspace(
            environment: GitEnvironment(variables: variables, directory: path)
        ).snapshot(of: .revision("HEAD"), isCompared: false)
    }
}

extension RepositoryCheck {
    /// Links the other repositories that the options and the snapshot's configuration name.
    ///
    /// - Parameter base: The snapshot whose configuration counts instead, unless it is invalid.
    mutating func link(
        _ options: LinkOptions, of workspace: GitWorkspace, by snapshot: Snapshot,
        since base: Snapshot? = nil
    ) throws {
        let former = base.flatMap { try? configuration(of: $0) }
        others = try options.others(of: workspace, by: former ?? configuration(of: snapshot))
    }
}

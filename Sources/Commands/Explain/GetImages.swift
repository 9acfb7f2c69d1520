import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess
import Reports
import TagSnapshots

/// `sluice get`: tables of what a repository declares.
struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show the Flux objects of the repository in tables.",
        subcommands: [GetImages.self])
}

/// `sluice get images`: the objects of image automation.
struct GetImages: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Show ImageRepositories, ImagePolicies and ImageUpdateAutomations.",
        discussion: """
            As `flux get images` does for a cluster. The objects are shown as they are built, and \
            with --tags also what is selected from the tags in a snapshot.

            Examples:
              sluice get images all -A
              sluice get image policy podinfo --namespace apps --tags tags.json

            Exit status: 0 shown, also where there is nothing, 2 there is no object of that name, \
            or something cannot be read; 64 wrong usage.
            """,
        aliases: ["image"])

    /// The kinds of objects, by the names that users type.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case all
        case repository
        case policy
        case update

        var kinds: [ImageObjects.Kind] {
            ImageObjects.Kind(rawValue: rawValue).map { [$0] } ?? ImageObjects.Kind.allCases
        }
    }

    @Argument(help: "What to show: all, repository, policy or update.")
    var kind: Kind = .all

    @Argument(help: "Show only the object of this name.")
    var name: String?

    @OptionGroup var namespace: NamespaceOption

    @Flag(name: [.customShort("A"), .long], help: "Show the objects of all namespaces.")
    var allNamespaces = false

    @Flag(help: "Leave out the titles of the columns.")
    var noHeader = false

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var tags: TagSnapshotOption
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            let workspace = try repository.workspace()
            let snapshot = try workspace.snapshot(ofCommit: revision)
            var check = RepositoryCheck()
            try check.link(links, of: workspace, by: snapshot)
            let objects = try ImageObjects(
                in: await check.model(of: snapshot), tags: try tags.snapshot(), request)
            if objects.isEmpty { Console.note("sluice: no such objects in \(placeWords)") }
            return objects
        }
    }

    private var request: ImageObjects.Request {
        ImageObjects.Request(
            kinds: kind.kinds, namespace: allNamespaces ? nil : namespace.name, name: name,
            hasHeader: !noHeader)
    }

    private var placeWords: String {
        allNamespaces ? "any namespace" : "the namespace `\(namespace.name.visible)`; -A shows all"
    }
}

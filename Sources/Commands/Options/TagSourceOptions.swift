import ArgumentParser
import GitAccess
import TagSnapshots
import UpdateEngine

/// Where an update takes tags from.
struct TagSourceOptions: ParsableArguments {
    /// In bytes: room for tens of thousands of policies with all their conditions.
    private static let sizeLimit = 256 << 20

    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Let the repository's policies select from the tags in this snapshot; - is standard "
                + "input.", valueName: "file"))
    var tagFile: TagFile?

    @Flag(
        name: .customLong("registry"),
        help: "Let the repository's policies select from the tags that registries have now.")
    var asksRegistry = false

    @Option(
        name: .customLong("policies-from"),
        help: ArgumentHelp(
            "Take what the policies of a cluster have selected, as `kubectl get imagepolicies -A "
                + "-o json` prints them; - is standard input. A file may hold an array of such "
                + "lists, one for each cluster. May be repeated.", valueName: "file"))
    var policyFiles: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where several clusters have a policy of one name, take this one's: the FILE of "
                + "--policies-from, or FILE#N for the list number N of an array.",
            valueName: "file"))
    var cluster: String?

    func validate() throws {
        if count > 1 { throw ValidationError(Self.question) }
        if policyFiles.isEmpty, cluster != nil {
            throw ValidationError("--cluster goes with --policies-from")
        }
    }

    static let question = "say where the tags come from: --policies-from, --tags or --registry"

    /// The number of sources that are given.
    var count: Int { [!policyFiles.isEmpty, tagFile != nil, asksRegistry].count(where: \.self) }

    /// The source that files provide; nil without such an option.
    func given() async throws -> TagSource? {
        if let tagFile {
            return .snapshot(
                try tagFile.content { bytes in try TagSnapshot(json: bytes) }, .file)
        }
        if policyFiles.isEmpty { return nil }
        var lists: [ClusterList] = []
        for file in policyFiles {
            let input = file == "-" ? InputFile.standardInput : .path(file)
            lists += try ClusterList.lists(
                in: try input.bytes(limit: Self.sizeLimit), from: file)
        }
        return .clusters(try ClusterPolicies(lists, preferred: cluster))
    }
}

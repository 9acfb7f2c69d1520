import ArgumentParser
import GitAccess
import UpdateEngine

/// Where an update takes tags from.
struct TagSourceOptions: ParsableArguments {
    /// Room for tens of thousands of policies with all their conditions.
    private static let sizeLimit = 256 << 20

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
        if policyFiles.isEmpty {
            throw ValidationError("say where the tags come from: --policies-from FILE")
        }
    }

    func source() async throws -> TagSource {
        var lists: [ClusterList] = []
        for file in policyFiles {
            let input = file == "-" ? InputFile.standardInput : .path(file)
            lists += try ClusterList.lists(
                in: try input.bytes(limit: Self.sizeLimit), from: file)
        }
        return .clusters(try ClusterPolicies(lists, preferred: cluster))
    }
}

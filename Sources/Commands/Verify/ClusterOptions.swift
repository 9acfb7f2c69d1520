import ArgumentParser
import ClusterState
import FoundationEssentials
import GitAccess
import ManifestFacts

/// Where the objects of a cluster come from, and how long they are waited for.
struct ClusterOptions: ParsableArguments {
    /// In bytes: room for tens of thousands of pods with all their fields.
    static let sizeLimit = 1 << 29
    /// Between two looks at the cluster.
    private static let pause = Duration.seconds(3)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "Read the cluster's objects from this file, as `kubectl get … -A -o json` prints them; "
                + "- is standard input. It may hold several such lists, one after the other.",
            valueName: "file"))
    var file: InputFile?

    @Option(
        name: .customLong("kubectl"),
        help: ArgumentHelp(
            "Run `kubectl --context CONTEXT get` for the cluster's objects.",
            valueName: "context"))
    var context: String?

    @Option(
        help: ArgumentHelp(
            "With --kubectl: look again every few seconds until all images are live, for at most "
                + "this long, as in 10m.", valueName: "duration"),
        transform: reading(Self.duration, else: "a duration is written as in 90s, 10m or 1h30m"))
    var wait: Duration?

    func validate() throws {
        guard (file == nil) != (context == nil) else {
            throw ValidationError("say where the cluster's objects are from: --from or --kubectl")
        }
        if wait != nil, context == nil {
            throw ValidationError("--wait goes with --kubectl: a file does not change")
        }
        if context?.isEmpty ?? false { throw ValidationError("--kubectl needs a context's name") }
    }

    private static func duration(_ text: String) -> Duration? {
        guard let nanoseconds = GoDuration.nanoseconds(text), nanoseconds >= 0 else { return nil }
        return .nanoseconds(nanoseconds)
    }

    /// Judges the cluster's objects: once, or while `--wait` lasts until an answer is good enough.
    ///
    /// A cluster that cannot be read is an error at first, and later something to wait out.
    func observed(
        until isEnough: (Verification) -> Bool, _ words: (Verification) -> String,
        verification: (ClusterObjects) -> Verification
    ) async throws -> Verification {
        let end = ContinuousClock.now + (wait ?? .zero)
        var latest = verification(try await objects())
        while !isEnough(latest), ContinuousClock.now < end {
            let line = WaitingLine("waiting: \(words(latest)); \(Self.rest(until: end)) left")
            defer { line.clear() }
            try await Task.sleep(for: min(Self.pause, ContinuousClock.now.duration(to: end)))
            do {
                latest = verification(try await objects())
            } catch  where ContinuousClock.now < end {
                continue
            }
        }
        return latest
    }

    private static func rest(until end: ContinuousClock.Instant) -> String {
        let seconds = Int(ContinuousClock.now.duration(to: end).components.seconds)
        return GoDuration.text(nanoseconds: max(0, seconds) * GoDuration.second)
    }

    private func objects() async throws -> ClusterObjects {
        if let file {
            let bytes = try file.bytes(limit: Self.sizeLimit)
            return try ClusterObjects([(name: "\(file)", json: bytes)])
        }
        let kubectl = Kubectl(
            context: context ?? "", environment: ProcessInfo.processInfo.environment)
        return try await kubectl.objects()
    }
}

import RegistryAccess
import Serving
import WebAccess

extension ServiceMetrics {
    /// Counts what the service did.
    func note(_ event: ServiceEvent) {
        switch event {
        case .fetched(let repository, let seconds, let isChanged, let problem):
            if problem == nil { count(.models, isHit: !isChanged) }
            countFetch(of: repository, succeeded: problem == nil, seconds: seconds)
        case .scanned(let image, _, let seconds, let problem):
            countScan(
                ofHost: Self.host(ofImage: image), succeeded: problem == nil, seconds: seconds)
        case .registryFailed(let image, let status):
            countRegistryError(ofHost: Self.host(ofImage: image), status: status)
        case .tagsKnown(let host, let count): setTags(ofHost: host, to: count)
        case .called(let receiver, let status):
            countCall(
                of: ServedObject(repository: receiver.repository, name: receiver.name),
                status: status)
        case .serving(let served): keep(served.objects, repositories: served.repositories)
        case .unchanged: count(.runs, isHit: true)
        case .outrun(let automation, let count):
            countPushConflicts(
                count,
                of: ServedObject(repository: automation.repository, name: automation.name))
        case .ran(let run):
            count(.runs, isHit: false)
            let object = ServedObject(
                repository: run.automation.repository, name: run.automation.name)
            count(
                Self.result(of: run), runOf: object, seconds: run.duration,
                at: run.start + run.duration)
            setRefusals(of: object, to: run.refusals.count)
        }
    }

    private static func result(of run: RunRecord) -> RunResult {
        switch run.outcome {
        case .pushed: .pushed
        case .unchanged: .unchanged
        case .skipped: .skipped
        case .failed: .failed
        }
    }

    private static func host(ofImage name: String) -> String {
        (try? RegistryImage(name))?.host.description ?? "none"
    }
}

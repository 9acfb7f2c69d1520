/// A metric with its name, as Prometheus knows it.
///
/// In the order of the output.
enum MetricFamily: String, CaseIterable {
    case buildInfo = "sluice_build_info"
    case cacheRequests = "sluice_cache_requests_total"
    case fetchDuration = "sluice_fetch_duration_seconds"
    case fetches = "sluice_fetches_total"
    case lastSuccess = "sluice_last_success_timestamp_seconds"
    case pushConflicts = "sluice_push_conflicts_total"
    case pushes = "sluice_pushes_total"
    case refusedUpdates = "sluice_refused_updates"
    case registryErrors = "sluice_registry_errors_total"
    case runDuration = "sluice_run_duration_seconds"
    case runs = "sluice_runs_total"
    case scanDuration = "sluice_scan_duration_seconds"
    case scans = "sluice_scans_total"
    case tags = "sluice_tags"
    case webhookRequests = "sluice_webhook_requests_total"

    enum Kind: String {
        case counter, gauge, histogram
    }

    enum Label: String {
        case automation, cache, code, host, receiver, repository, result, status, version
    }

    var kind: Kind {
        switch self {
        case .buildInfo, .lastSuccess, .refusedUpdates, .tags: .gauge
        case .fetchDuration, .runDuration, .scanDuration: .histogram
        default: .counter
        }
    }

    var labels: [Label] {
        switch self {
        case .buildInfo: [.version]
        case .cacheRequests: [.cache, .result]
        case .fetchDuration: [.repository]
        case .fetches: [.repository, .result]
        case .lastSuccess, .pushConflicts, .pushes, .refusedUpdates, .runDuration:
            [.repository, .automation]
        case .registryErrors: [.host, .status]
        case .runs: [.repository, .automation, .result]
        case .scanDuration, .tags: [.host]
        case .scans: [.host, .result]
        case .webhookRequests: [.repository, .receiver, .code]
        }
    }

    /// Whether its first labels name an automation or a receiver of a repository.
    var isPerObject: Bool {
        labels.dropFirst().first == .automation || labels.dropFirst().first == .receiver
    }

    var help: String {
        switch self {
        case .buildInfo: "The version of the program; always 1."
        case .cacheRequests: "Look-ups in caches, by whether they saved the work."
        case .fetchDuration: "How long fetches of Git repositories took."
        case .fetches: "Fetches of Git repositories."
        case .lastSuccess: "When an automation last ran without an error."
        case .pushConflicts: "Pushes that another one was ahead of; each was tried again."
        case .pushes: "Runs that pushed a commit."
        case .refusedUpdates: "Updates that the last run of an automation refused."
        case .registryErrors: "Errors of registries, by the status of the answer."
        case .runDuration: "How long runs of automations took."
        case .runs: "Runs of automations."
        case .scanDuration: "How long scans of images took."
        case .scans: "Scans of images."
        case .tags: "Tags of the images that are scanned, by their last scans."
        case .webhookRequests: "Calls of receivers, by the status of the answer."
        }
    }

    var initialValue: MetricValue {
        kind == .histogram ? .histogram(MetricHistogram()) : .number(0)
    }
}

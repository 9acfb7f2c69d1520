import Synchronization

/// Counters and measurements of the service, for Prometheus.
///
/// Each event is one call. Label values are names of what is served, never tags, digests, paths or
/// delivery ids; each family keeps at most `seriesLimit` series, and counts the rest as `other`.
package final class ServiceMetrics: Sendable {
    /// Series of one family.
    static let seriesLimit = 10_000

    private let series: Mutex<[MetricFamily: [[String]: MetricValue]]>

    package init(version: String) {
        series = Mutex([.buildInfo: [[version]: .number(1)]])
    }

    /// Removes the series of automations and receivers that are no longer served, and of
    /// repositories without any.
    package func keep(_ objects: Set<ServedObject>, repositories: Set<String>) {
        series.withLock { series in
            for family in MetricFamily.allCases {
                switch family.labels.first {
                case .repository where family.isPerObject:
                    series[family]?.remove {
                        !objects.contains(ServedObject(repository: $0[0], name: $0[1]))
                    }
                case .repository:
                    series[family]?.remove { !repositories.contains($0[0]) }
                default: break
                }
            }
        }
    }

    /// All series in the text format of Prometheus, version 0.0.4.
    package var text: String {
        let series = series.withLock { $0 }
        return MetricFamily.allCases.map { family in
            MetricText(family: family, series: series[family] ?? [:]).text
        }.joined()
    }

    /// The content type of `text`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    // MARK: Changes

    func add(_ count: Int = 1, to family: MetricFamily, _ labels: [String]) {
        change(family, labels) { $0.add(Double(count)) }
    }

    func set(_ family: MetricFamily, _ labels: [String], to number: Double) {
        change(family, labels) { $0 = .number(number) }
    }

    func observe(_ seconds: Double, in family: MetricFamily, _ labels: [String]) {
        change(family, labels) { $0.observe(seconds) }
    }

    private func change(
        _ family: MetricFamily, _ labels: [String], _ change: (inout MetricValue) -> Void
    ) {
        precondition(labels.count == family.labels.count)
        series.withLock { series in
            var labels = labels
            if series[family, default: [:]].count >= Self.seriesLimit,
                series[family]?[labels] == nil
            {
                labels = labels.map { _ in "other" }
            }
            change(&series[family, default: [:]][labels, default: family.initialValue])
        }
    }
}

extension [[String]: MetricValue] {
    fileprivate mutating func remove(where isGone: ([String]) -> Bool) {
        self = filter { !isGone($0.key) }
    }
}

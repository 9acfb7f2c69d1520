/// The value of one series.
enum MetricValue: Sendable {
    case number(Double)
    case histogram(MetricHistogram)

    mutating func add(_ count: Double) {
        guard case .number(let number) = self else { return }
        self = .number(number + count)
    }

    mutating func observe(_ seconds: Double) {
        guard case .histogram(var histogram) = self else { return }
        histogram.observe(seconds)
        self = .histogram(histogram)
    }
}

/// Durations, counted in buckets.
struct MetricHistogram: Sendable {
    /// Upper bounds in seconds, inclusive: from an answer of a near registry to a slow push.
    static let bounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

    /// Per bucket, not cumulative; the last has no bound.
    private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    mutating func observe(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}

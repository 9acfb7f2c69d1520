/// A family in Prometheus' text format, version 0.0.4; empty if it has no series.
///
/// Source: the format's description, https://prometheus.io/docs/instrumenting/exposition_formats/.
struct MetricText {
    let family: MetricFamily
    let series: [[String]: MetricValue]

    var text: String {
        guard !series.isEmpty else { return "" }
        var lines = [
            "# HELP \(family.rawValue) \(family.help)",
            "# TYPE \(family.rawValue) \(family.kind.rawValue)",
        ]
        for (labels, value) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            switch value {
            case .number(let number):
                lines.append(sample(family.rawValue, labels, nil, number))
            case .histogram(let histogram):
                lines += samples(of: histogram, labels)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func samples(of histogram: MetricHistogram, _ labels: [String]) -> [String] {
        let name = family.rawValue
        var total = 0
        let buckets = zip(
            MetricHistogram.bounds.map(Self.number) + ["+Inf"], histogram.counts
        ).map { bound, count in
            total += count
            return sample("\(name)_bucket", labels, bound, Double(total))
        }
        return buckets + [
            sample("\(name)_sum", labels, nil, histogram.sum),
            sample("\(name)_count", labels, nil, Double(total)),
        ]
    }

    private func sample(
        _ name: String, _ labels: [String], _ bound: String?, _ number: Double
    ) -> String {
        var pairs = zip(family.labels, labels).map { "\($0.rawValue)=\"\(Self.escaped($1))\"" }
        if let bound { pairs.append("le=\"\(bound)\"") }
        return "\(name){\(pairs.joined(separator: ","))} \(Self.number(number))"
    }

    /// Whole numbers without a fraction.
    private static func number(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? String(number)
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

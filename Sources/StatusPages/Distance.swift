import FoundationEssentials
import Serving

/// How far a time is from now, as people say it.
struct Distance {
    let text: String

    init(from now: Timestamp, to time: Timestamp) {
        let seconds = time - now
        let size = Self.text(ofSeconds: Int(abs(seconds).rounded(.down)))
        text = abs(seconds) < 1 ? "now" : seconds < 0 ? "\(size) ago" : "in \(size)"
    }

    /// The two largest units, as `1 h 5 min`.
    static func text(ofSeconds seconds: Int) -> String {
        let units = [("d", 86400), ("h", 3600), ("min", 60), ("s", 1)]
        guard let first = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 s" }
        let pair = units[first...].prefix(2)
        var rest = seconds
        let parts = pair.map { unit in
            defer { rest %= unit.1 }
            return (rest / unit.1, unit.0)
        }
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension Timestamp {
    /// By RFC 3339, in UTC.
    var text: String {
        Date(timeIntervalSince1970: Double(secondsSince1970)).formatted(.iso8601)
    }
}

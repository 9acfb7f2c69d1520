package import Configuration

/// The severity of a finding; ordered from `note` to `error`.
package enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
    case note
    case warning
    case error

    package static func < (left: Severity, right: Severity) -> Bool {
        left != right && (left == .note || right == .error)
    }
}

extension Severity {
    /// Nil for `off`.
    package init?(_ level: RuleLevel) { self.init(rawValue: level.rawValue) }
}

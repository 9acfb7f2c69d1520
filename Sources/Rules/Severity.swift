package import Configuration

/// How much a finding matters; ordered from `note` to `error`.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case note
    case warning
    case error

    package static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

extension Severity {
    /// Nil for `off`.
    package init?(_ level: RuleLevel) {
        switch level {
        case .off: return nil
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}

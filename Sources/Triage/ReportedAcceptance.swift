package import Configuration
import SourceText

/// How a finding is accepted, where that is written, and why.
package struct ReportedAcceptance: Codable, Sendable {
    package enum Form: String, Codable, Sendable {
        case comment
        case annotation
        case configuration
        case baseline
    }

    package let form: Form
    /// Nil for the baseline, which gives none.
    package let reason: String?
    /// The last day on which it counts; nil for no end.
    package private(set) var until: CalendarDay?
    /// Nil for the baseline.
    package let place: ReportedPlace?
}

extension ReportedAcceptance {
    init(_ acceptance: Acceptance, places: ResolvedLocations) {
        switch acceptance {
        case .baseline: self.init(form: .baseline, reason: nil, place: nil)
        case .suppression(let suppression):
            self.init(
                form: suppression.form, reason: suppression.reason, until: suppression.until,
                place: ReportedPlace(
                    message: suppression.reason, path: suppression.location.path,
                    region: places[suppression.location].region))
        }
    }
}

import Rules
import Triage

/// A finding as an editor shows it.
struct Diagnostic: Encodable, Sendable {
    enum Severity: Int, Encodable, Sendable {
        case error = 1
        case warning = 2
        case information = 3
    }

    enum Tag: Int, Encodable, Sendable {
        /// Shown faded.
        case unnecessary = 1
        /// Shown struck out.
        case deprecated = 2
    }

    struct Description: Encodable, Sendable {
        let href: String
    }

    struct Related: Encodable, Sendable {
        let location: Location
        let message: String
    }

    let range: PositionRange
    let severity: Severity
    var code: String?
    var codeDescription: Description?
    let source = "sluice"
    let message: String
    var tags: [Tag]?
    var relatedInformation: [Related]?
}

/// All diagnostics of one document, which replace the previous ones.
struct PublishDiagnosticsParameters: Encodable, Sendable {
    let uri: String
    /// Nil for a document that is not open.
    let version: Int?
    let diagnostics: [Diagnostic]
}

extension Diagnostic {
    /// - Parameters:
    ///   - range: The finding's place in the open document.
    ///   - related: The locations of the finding's related places, in the same order.
    init(_ reported: ReportedFinding, range: PositionRange, related: [Location]) {
        let finding = reported.finding
        self.range = range
        severity = Severity(finding.severity)
        code = finding.rule
        codeDescription = Description(href: RuleDefinition.address(of: finding.rule))
        message = finding.message
        tags = Self.tags[finding.rule].map { [$0] }
        relatedInformation =
            related.isEmpty
            ? nil
            : zip(reported.related, related).map { Related(location: $1, message: $0.message) }
    }

    /// The LSP tags of rules about unused and deprecated things.
    private static let tags: [String: Tag] = [
        "api-version-removed": .deprecated, "policy-unused": .unnecessary,
        "suppression-unused": .unnecessary,
    ]
}

extension Diagnostic.Severity {
    fileprivate init(_ severity: Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .information
        }
    }
}

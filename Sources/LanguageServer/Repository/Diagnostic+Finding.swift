import Rules
import Triage

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

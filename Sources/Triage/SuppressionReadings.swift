import Configuration
import Kustomize
import ManifestFacts
import Rules
import SourceText

/// The suppressions of one manifest, and findings about malformed ones.
struct SuppressionReadings {
    /// The number of suppressions that count in one file, as each is compared with every finding.
    private static let limit = 1_000

    private(set) var suppressions: [Suppression] = []
    private(set) var malformed: [Finding] = []
    private let path: String
    private let source: [UInt8]
    private let guardRules: GuardRules

    init(of file: ManifestFile, _ guardRules: GuardRules) {
        path = file.path
        source = file.facts.source
        self.guardRules = guardRules
        for fact in file.facts.suppressions {
            guard suppressions.count + malformed.count < Self.limit else {
                let message = "of more than \(Self.limit) suppressions in a file, the others"
                report("\(message) do not count", at: fact.span, of: fact)
                break
            }
            switch fact.reading {
            case .malformed(let fault): report(fault.account, at: fact.span, of: fact)
            case .statement(let statement): read(statement, of: fact)
            }
        }
    }

    private mutating func read(_ statement: SuppressionStatement, of fact: SuppressionFact) {
        let until = statement.until.flatMap { CalendarDay($0.text) }
        if let written = statement.until, until == nil {
            let meant = CalendarDay.meant(by: written.text).map { "; did you mean `\($0)`?" } ?? ""
            // Without its last day, the suppression would never expire.
            return report(
                "`\(written.text.shortened)` is not a day\(meant)", at: written.span, of: fact)
        }
        // A list longer than that of all rules has repeats or unknown rules.
        for rule in statement.rules.prefix(guardRules.count) {
            if let fault = guardRules.fault(of: rule.text) {
                report(fault, at: rule.span, of: fact)
            } else {
                suppressions.append(
                    Suppression(
                        form: fact.form == .comment ? .comment : .annotation, rule: rule.text,
                        reason: statement.reason.text, until: until,
                        location: SourceLocation(path: path, span: rule.span),
                        object: fact.object, scope: .place(fact.scope)))
            }
        }
    }

    private mutating func report(_ message: String, at span: SourceSpan, of fact: SuppressionFact) {
        let location = SourceLocation(path: path, span: span)
        guardRules.finding(
            .suppressionMalformed, message, at: location, of: fact.object,
            subject: String(decoding: source[fact.span.range], as: UTF8.self)
        ).map { malformed.append($0) }
    }
}

extension SuppressionFault {
    fileprivate var account: String {
        switch self {
        case .opening(let word):
            "`\(word)` accepts nothing; a suppression begins with `sluice: ignore[`"
        case .noRules: "a suppression names its rules, as in `ignore[image-latest-tag]`"
        case .unclosedRules: "the suppression's list of rules has no `]`"
        case .noReason: "the suppression gives no reason"
        case .looseDay: "the suppression's day counts only as `(until YYYY-MM-DD)` at its end"
        case .notFirst: "the suppression stands behind other text in its comment"
        case .besideMarker:
            "a second comment kills the marker; a suppression stands on the line above the key"
        }
    }
}

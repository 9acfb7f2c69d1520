package import Configuration
import ManifestFacts
package import Rules
package import SourceText

/// A comment, annotation or entry that accepts findings of one rule.
package struct Suppression: Sendable {
    enum Scope: Sendable {
        /// Findings in the same file that begin in this span.
        case place(SourceSpan)
        case entry(Exemption)
    }

    /// The place where it is written; never the baseline.
    package let form: ReportedAcceptance.Form
    package let rule: String
    package let reason: String
    /// The last day on which the suppression applies; nil for no end.
    package let until: CalendarDay?
    /// The location of the rule's name, or of the entry of the configuration.
    package let location: SourceLocation
    /// The object that contains it, if any.
    let object: ObjectIdentity?
    let scope: Scope

    /// The identity of a suppression, which edits elsewhere in its file do not change.
    package struct Identity: Hashable, Sendable {
        let form: ReportedAcceptance.Form
        let rule: String
        let path: String
        let object: ObjectIdentity?
        let reason: String
        let until: CalendarDay?
    }

    /// - Parameter path: The path of the file after a move; nil if it was not moved.
    package func identity(at path: String? = nil) -> Identity {
        Identity(
            form: form, rule: rule, path: path ?? location.path, object: object, reason: reason,
            until: until)
    }

    package func covers(_ finding: Finding) -> Bool {
        guard finding.rule == rule else { return false }
        switch scope {
        case .entry(let exemption): return exemption.covers(finding.exemptionSubject)
        case .place(let span):
            return finding.location.path.hasSameBytes(as: location.path)
                && (span.holds(finding.location.span) || span.holds(finding.scalar))
        }
    }

    func isExpired(on day: CalendarDay?) -> Bool {
        guard let until, let day else { return false }
        return until < day
    }
}

extension SourceSpan {
    /// Whether another span begins in this one, or at its end, where a finding about something
    /// missing can be.
    fileprivate func holds(_ other: SourceSpan) -> Bool {
        lowerBound <= other.lowerBound && other.lowerBound <= upperBound
    }
}

extension Finding {
    fileprivate var exemptionSubject: ExemptionSubject {
        ExemptionSubject(
            path: location.path, image: topic.image, policy: topic.policy,
            object: object?.exemptionName)
    }
}

extension ObjectIdentity {
    /// The object as the configuration names it: `KIND/NAMESPACE/NAME`; nil without a kind.
    package var exemptionName: String? {
        kind.map { [$0, namespace, name].compactMap(\.self).joined(separator: "/") }
    }
}

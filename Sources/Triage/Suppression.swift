package import Configuration
import ManifestFacts
package import Rules
package import SourceText

/// A comment, annotation or entry that accepts findings of one rule.
package struct Suppression: Sendable {
    /// Where such a thing is written.
    package enum Form: String, Sendable {
        case comment
        case annotation
        case configuration
    }

    enum Scope: Sendable {
        /// Findings of the same file that begin there.
        case place(SourceSpan)
        case entry(Exemption)
    }

    package let form: Form
    package let rule: String
    package let reason: String
    /// The last day on which it counts; nil for one without an end.
    package let until: CalendarDay?
    /// The rule's name, or the entry of the configuration.
    package let location: SourceLocation
    /// The object that contains it, if any.
    let object: ObjectIdentity?
    let scope: Scope

    /// The identity of a suppression, which edits elsewhere in its file do not change.
    package struct Identity: Hashable, Sendable {
        let form: Form
        let rule: String
        let path: String
        let object: ObjectIdentity?
        let reason: String
        let until: CalendarDay?
    }

    /// - Parameter path: Where its file was before.
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
    /// Whether another span begins here; the end belongs to it, because something may be missing
    /// there.
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
    /// As entries of the configuration name it; nil without a kind.
    package var exemptionName: String? {
        kind.map { [$0, namespace, name].compactMap(\.self).joined(separator: "/") }
    }
}

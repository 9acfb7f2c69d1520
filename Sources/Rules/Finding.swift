package import ManifestFacts
package import SourceText

/// One defect at one location.
package struct Finding: Codable, Hashable, Sendable {
    package let rule: String
    package private(set) var severity: Severity
    /// One sentence: lower case, no full stop, values in back-ticks.
    package private(set) var message: String
    /// The value at fault, as narrow as it can be.
    package let location: SourceLocation
    /// The scalar that the finding is about: `location`'s span unless that is a comment beside it.
    package let scalar: SourceSpan
    /// The locations that explain the finding, in reading order.
    package let related: [RelatedLocation]
    /// The object that contains the value, if any.
    package let object: ObjectIdentity?
    /// The subject of the finding, without positions; part of its fingerprint.
    package let subject: String
    /// The names of the environments concerned, sorted.
    package let environments: [String]
    package let witness: Witness?
    package private(set) var fix: Fix?
    /// Matched by `ignore` entries of the configuration, beside path and object.
    package let topic: FindingTopic

    package init(
        rule: String, severity: Severity, message: String, location: SourceLocation,
        scalar: SourceSpan? = nil, related: [RelatedLocation] = [], object: ObjectIdentity? = nil,
        subject: String, environments: [String] = [], witness: Witness? = nil, fix: Fix? = nil,
        topic: FindingTopic = FindingTopic()
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.location = location
        self.scalar = scalar ?? location.span
        self.related = related
        self.object = object
        self.subject = subject
        self.environments = environments
        self.witness = witness
        self.fix = fix
        self.topic = topic
    }

    /// The same finding with another severity, and another message if there is one.
    package func with(_ severity: Severity, message: String? = nil) -> Finding {
        var copy = self
        copy.severity = severity
        copy.message = message ?? self.message
        return copy
    }
}

extension Finding {
    /// The same finding without its fix.
    var withoutFix: Finding {
        var copy = self
        copy.fix = nil
        return copy
    }
}

/// The image and the policy that a finding is about; nil for none or an unknown one.
package struct FindingTopic: Codable, Hashable, Sendable {
    /// The full name, such as `docker.io/library/nginx`.
    package private(set) var image: String?
    /// `NAMESPACE/NAME`.
    package private(set) var policy: String?
}

/// A location that explains a finding, with a message.
package struct RelatedLocation: Codable, Hashable, Sendable {
    package let message: String
    package let location: SourceLocation

    package init(_ message: String, at location: SourceLocation) {
        self.message = message
        self.location = location
    }
}

/// A concrete tag that proves a finding.
package struct Witness: Codable, Hashable, Sendable {
    /// The environment that the tag belongs to, if the finding is about one.
    package let environment: String?
    package let tag: String
}

/// Edits to the finding's own file that remove it.
package struct Fix: Codable, Hashable, Sendable {
    /// Whether the edits keep the meaning that the author evidently intended.
    package let isSafe: Bool
    package let description: String
    package let edits: [TextEdit]
}

extension Fix {
    /// A fix that replaces one span.
    init(_ description: String, isSafe: Bool, _ span: SourceSpan, to text: String) {
        let edit = TextEdit(span: span, replacement: text)
        self.init(isSafe: isSafe, description: description, edits: [edit])
    }
}

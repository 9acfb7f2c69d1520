package import ManifestFacts
package import SourceText

/// One defect that a rule proves, at one value.
package struct Finding: Hashable, Sendable {
    package let rule: String
    package let severity: Severity
    /// One sentence: lower case, no full stop, values in back-ticks.
    package let message: String
    /// The value at fault, as narrow as it can be.
    package let location: SourceLocation
    /// The scalar that the finding is about: `location`'s span unless that is a comment beside it.
    package let scalar: SourceSpan
    /// The chain that leads to the finding, in reading order.
    package let related: [RelatedLocation]
    /// The object that holds the value, if any.
    package let object: ObjectIdentity?
    /// The subject of the finding, without positions; part of its fingerprint.
    package let subject: String
    /// The names of the environments concerned, sorted.
    package let environments: [String]
    package let witness: Witness?
    package let fix: Fix?
    /// The parts that `ignore` entries of the configuration can match, beside path and object.
    package let topic: FindingTopic

    package init(
        rule: String, severity: Severity, message: String, location: SourceLocation,
        scalar: SourceSpan? = nil, related: [RelatedLocation] = [], object: ObjectIdentity? = nil,
        subject: String,
        environments: [String] = [], witness: Witness? = nil, fix: Fix? = nil,
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

    /// The same finding, with another severity and perhaps other words.
    package func with(_ severity: Severity, message: String? = nil) -> Finding {
        Finding(
            rule: rule, severity: severity, message: message ?? self.message, location: location,
            scalar: scalar,
            related: related, object: object, subject: subject, environments: environments,
            witness: witness, fix: fix, topic: topic)
    }
}

/// Which image and which policy a finding is about; nil for none, and for one that is not known.
package struct FindingTopic: Hashable, Sendable {
    /// Registry and path in full, such as `docker.io/library/nginx`.
    package let image: String?
    /// `NAMESPACE/NAME`.
    package let policy: String?

    package init(image: String? = nil, policy: String? = nil) {
        self.image = image
        self.policy = policy
    }
}

/// Another place that a finding rests on.
package struct RelatedLocation: Hashable, Sendable {
    package let message: String
    package let location: SourceLocation

    package init(message: String, location: SourceLocation) {
        self.message = message
        self.location = location
    }
}

/// A concrete tag that proves a finding.
package struct Witness: Hashable, Sendable {
    /// The environment that the tag belongs to, if the finding is about one.
    package let environment: String?
    package let tag: String

    package init(environment: String?, tag: String) {
        self.environment = environment
        self.tag = tag
    }
}

/// Edits to the finding's own file that remove it.
package struct Fix: Hashable, Sendable {
    /// Whether the edits keep the meaning that the author evidently had in mind.
    package let isSafe: Bool
    package let description: String
    package let edits: [TextEdit]

    package init(isSafe: Bool, description: String, edits: [TextEdit]) {
        self.isSafe = isSafe
        self.description = description
        self.edits = edits
    }
}

package import SourceText

/// The settings that a configuration may make for one rule of the program.
package struct ConfigurableRule: Sendable {
    package let id: String
    /// Whether it counts only in `guardrails`, or where the configuration gives it a severity.
    package let isOptIn: Bool

    package init(_ id: String, isOptIn: Bool = false) {
        self.id = id
        self.isOptIn = isOptIn
    }
}

/// The effective settings of one rule.
package struct RuleSettings: Sendable {
    /// The level of its findings; nil if the rule itself decides.
    package let level: Setting<RuleLevel>?
    /// Whether the rule counts at all.
    package let isOn: Bool
    package let exemptions: [Exemption]

    init(of rule: ConfigurableRule, _ entry: RuleEntry?, profile: Profile) {
        level = entry?.severity
        isOn = level.map { $0.value != .off } ?? (!rule.isOptIn || profile == .guardrails)
        exemptions = entry?.ignore?.value.compactMap(Exemption.init) ?? []
    }
}

/// Findings of one rule that are accepted, and why.
package struct Exemption: Sendable {
    package let path: GlobPattern?
    package let image: GlobPattern?
    package let policy: GlobPattern?
    package let object: GlobPattern?
    package let reason: String
    /// The last day on which the entry counts; nil for one without an end.
    package let until: Setting<CalendarDay>?
    /// The whole entry.
    package let span: SourceSpan

    init?(_ entry: Setting<IgnoreEntry>) {
        guard let reason = entry.value.reason?.value, let span = entry.span else { return nil }
        path = entry.value.path?.value
        image = entry.value.image?.value
        policy = entry.value.policy?.value
        object = entry.value.object?.value
        self.reason = reason
        until = entry.value.until
        self.span = span
    }

    package func isExpired(on day: CalendarDay) -> Bool {
        until.map { $0.value < day } ?? false
    }

    /// Whether the entry speaks of this; every glob that it has must match.
    package func covers(_ subject: ExemptionSubject) -> Bool {
        [
            (path, subject.path), (image, subject.image), (policy, subject.policy),
            (object, subject.object),
        ].allSatisfy { glob, name in
            guard let glob else { return true }
            return name.map { glob.matches($0) } ?? false
        }
    }
}

/// The subject of a finding, as `ignore` entries match it; nil for parts that do not apply.
package struct ExemptionSubject: Hashable, Sendable {
    package let path: String
    /// Registry and name without tag and digest, such as `docker.io/library/nginx`.
    package let image: String?
    /// `NAMESPACE/NAME`.
    package let policy: String?
    /// `KIND/NAMESPACE/NAME`, or `KIND/NAME` without a namespace.
    package let object: String?

    package init(
        path: String, image: String? = nil, policy: String? = nil, object: String? = nil
    ) {
        self.path = path
        self.image = image
        self.policy = policy
        self.object = object
    }
}

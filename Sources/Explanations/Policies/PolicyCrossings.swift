import Configuration
import RegularLanguages
import RepositoryLinking
import Rules

/// The tags of other environments that policies can select: what the rule about them proves.
struct PolicyCrossings {
    private let findings: [Finding]
    private let configuration: RepositoryConfiguration

    init(in model: RepositoryModel) {
        findings = allRules.filter { type(of: $0).definition.id == "policy-crosses-environments" }
            .flatMap { $0.findings(in: model) }
        configuration = model.configuration
    }

    /// The shortest tag of each such environment, by its name.
    func witnesses(against policy: LinkedPolicy) -> [(environment: String, tag: String)] {
        findings.filter { $0.location == policy.selectorLocation }
            .compactMap(\.witness)
            .compactMap { witness in
                guard let environment = witness.environment,
                    takes(environment, witness.tag)
                else { return nil }
                return (environment, witness.tag)
            }
            .sorted { $0.environment < $1.environment }
    }

    /// A tag that breaks the format of the policy's own environment is a tag of none.
    private func takes(_ environment: String, _ tag: String) -> Bool {
        configuration.environment(named: environment)?.tags?.value.matches(tag) ?? true
    }
}

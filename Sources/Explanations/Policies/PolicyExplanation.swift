package import CheckPipeline
import ManifestFacts
package import Reports
package import RepositoryLinking
import TagPolicies

/// An explanation of the policies of one name: the tags that they can select, and which of some
/// tags they do.
package struct PolicyExplanation: Answer {
    package static let command = "explain policy"

    let accounts: [PolicyAccount]

    /// Explains each declaration of that name in `paths`; several clusters may have one.
    package init(
        of name: ObjectName, in model: RepositoryModel, paths: ReportPaths = .all,
        tags: GivenTags? = nil
    ) throws(PolicyMissing) {
        self.init(
            of: try DeclaredPolicy.policies(named: name, in: model, paths: paths), in: model,
            tags: tags)
    }

    /// Explains policies of the model, each as it is built.
    package init(of policies: [LinkedPolicy], in model: RepositoryModel) {
        self.init(of: policies.map { DeclaredPolicy($0, in: model) }, in: model, tags: nil)
    }

    private init(of declarations: [DeclaredPolicy], in model: RepositoryModel, tags: GivenTags?) {
        let crossings = PolicyCrossings(in: model)
        accounts = declarations.map { declaration in
            PolicyAccount(
                of: declaration, tags: tags?.tags(of: declaration.policy.imageName),
                crossings: crossings.witnesses(against: declaration.policy), in: model)
        }
    }

    package var members: [String: JSONValue] {
        ["policies": .array(accounts.map(\.json))]
    }
}

extension PolicyAccount {
    fileprivate var json: JSONValue {
        let policy = declaration.policy
        let written = policy.fact.object.identity
        let error = failure.map { failure -> JSONValue in
            ["kind": .string(failure.kind), "message": .string(failure.message)]
        }
        return [
            "namespace": JSONValue(policy.identity.namespace.known ?? written.namespace),
            "name": JSONValue(policy.identity.name.known ?? written.name),
            "path": .string(policy.path),
            "line": .integer(declaration.line),
            "environments": .array(declaration.environments.map(JSONValue.string)),
            "selected": JSONValue(selected),
            "error": error ?? .null,
            "tags": .array(fates.map(\.json)),
            "tied": .array(tied.map(JSONValue.string)),
            "samples": .array((sketch?.samples ?? []).map(JSONValue.string)),
            "crossings": .array(
                crossings.map { crossing in
                    [
                        "environment": .string(crossing.environment),
                        "tag": .string(crossing.tag),
                    ]
                }),
        ]
    }
}

extension PolicyAccount.Fate {
    fileprivate var json: JSONValue {
        [
            "tag": .string(tag), "kept": .boolean(isKept), "value": JSONValue(value),
            "reason": .string(reason),
        ]
    }
}

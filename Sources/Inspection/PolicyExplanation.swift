import ManifestFacts
package import RepositoryCheck
package import RepositoryLinking
package import Reports
import TagPolicies

/// What the policies of one name can select, and which of some tags they do.
package struct PolicyExplanation: Explanation {
    package static let command = "explain policy"

    let accounts: [(account: PolicyAccount, sketch: LanguageSketch?)]

    /// Explains each declaration of that name in `paths`; several clusters may have one.
    package init(
        of name: PolicyName, in model: RepositoryModel, paths: ReportPaths = .all,
        tags: [String]? = nil
    ) throws(PolicyMissing) {
        accounts = try DeclaredPolicy.policies(named: name, in: model, paths: paths).map {
            let account = PolicyAccount(of: $0, tags: tags)
            return (account, account.sketch)
        }
    }

    package var members: [String: JSONValue] {
        ["policies": .array(accounts.map { $0.account.json(sketch: $0.sketch) })]
    }
}

extension PolicyAccount {
    fileprivate func json(sketch: LanguageSketch?) -> JSONValue {
        let identity = declaration.fact.object.identity
        let error = failure.map { failure -> JSONValue in
            ["kind": .string(failure.kind), "message": .string(failure.message)]
        }
        return [
            "namespace": JSONValue(identity.namespace),
            "name": JSONValue(identity.name),
            "path": .string(declaration.path),
            "line": .integer(declaration.line),
            "environments": [],
            "selected": JSONValue(selection?.selected),
            "error": error ?? .null,
            "tags": .array(fates.map(\.json)),
            "tied": .array((selection?.tied ?? []).map(JSONValue.string)),
            "samples": .array((sketch?.samples ?? []).map(JSONValue.string)),
            "crossings": [],
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

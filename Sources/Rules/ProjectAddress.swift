import Configuration

/// The addresses at which the project is published.
package enum ProjectAddress {
    package static let name = "OWNER/sluice"
    package static let repository = "https://github.com/\(name)"

    /// The page of a file; `path` is relative to the root of the project's repository.
    package static func page(_ path: String) -> String { "\(repository)/blob/main/\(path)" }

    /// The address of a file's raw content.
    package static func raw(_ path: String) -> String { "\(repository)/raw/main/\(path)" }
}

extension RuleDefinition {
    /// The page that documents a rule.
    package static func address(of id: String) -> String {
        id.hasPrefix(CustomRule.prefix)
            ? ProjectAddress.page("docs/custom-rules.md")
            : ProjectAddress.page("rules/definitions/\(id).md")
    }
}

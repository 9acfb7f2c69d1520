/// Where the project publishes itself.
package enum ProjectAddress {
    package static let name = "OWNER/sluice"
    package static let repository = "https://github.com/\(name)"

    /// The page of a file of the project; `path` counts from the root of its repository.
    package static func page(_ path: String) -> String { "\(repository)/blob/main/\(path)" }

    /// What programs read of such a file.
    package static func raw(_ path: String) -> String { "\(repository)/raw/main/\(path)" }
}

extension RuleDefinition {
    /// The page that documents a rule.
    package static func address(of id: String) -> String {
        ProjectAddress.page("rules/definitions/\(id).md")
    }
}

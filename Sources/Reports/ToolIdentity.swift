/// What a report calls the program that wrote it.
package struct ToolIdentity: Sendable {
    package let name: String
    package let version: String
    /// The project's page, without a slash at the end.
    package let informationURI: String

    package init(name: String, version: String, informationURI: String) {
        self.name = name
        self.version = version
        self.informationURI = informationURI
    }

    /// The page that documents a rule.
    func helpURI(ofRule id: String) -> String {
        "\(informationURI)/blob/HEAD/rules/definitions/\(id).md"
    }
}

/// The name and version of the program in a report.
package struct ToolIdentity: Sendable {
    package let name: String
    package let version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}

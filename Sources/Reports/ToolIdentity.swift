/// What a report calls the program that wrote it.
package struct ToolIdentity: Sendable {
    package let name: String
    package let version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}

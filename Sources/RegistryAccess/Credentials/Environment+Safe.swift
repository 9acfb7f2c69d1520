internal import Subprocess

extension Environment {
    /// These variables, but for the places in `PATH` that depend on the current directory, which
    /// may be a repository: nothing in one is ever run.
    static func safe(_ variables: [String: String]) -> Environment {
        var safe: [Environment.Key: String] = [:]
        for (name, value) in variables {
            let places = value.split(separator: ":").filter { $0.hasPrefix("/") }
            safe[Environment.Key(stringLiteral: name)] =
                name == "PATH" ? places.joined(separator: ":") : value
        }
        return .custom(safe)
    }
}

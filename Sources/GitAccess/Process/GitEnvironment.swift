import CLibrary

/// The variables by which Git tells a hook where the repository, index and objects are.
package struct GitEnvironment: Sendable {
    let variables: [String: String]
    /// The directory of relative paths: that of `-C`, else the current one.
    let directory: String

    /// The directory must be absolute.
    package init(variables: [String: String], directory: String) {
        self.variables = variables
        self.directory = directory
    }

    /// A variable's value; nil also where it is set to nothing, as Git treats most of them.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func path(_ name: String, from base: String) -> String? {
        self[name].map { absolute($0, from: base) }
    }

    func absolute(_ path: String, from base: String) -> String {
        path.hasPrefix("/") ? path : "\(base)/\(path)"
    }

    /// A path as settings have it: below the user's home where it begins with `~/`.
    func expanded(_ path: String, from base: String) -> String {
        if path.hasPrefix("~/"), let home = self["HOME"] { return home + path.dropFirst() }
        return absolute(path, from: base)
    }

    /// Where a program is: on `PATH`, or as its path says; nil where it cannot be run.
    func program(_ name: String) -> String? {
        let directories = self["PATH"]?.split(separator: ":").filter { $0.hasPrefix("/") } ?? []
        let candidates =
            name.contains("/")
            ? [expanded(name, from: directory)] : directories.map { "\($0)/\(name)" }
        return candidates.first { access($0, X_OK) == 0 }
    }

    /// Object directories besides the repository's own; a push gives the real store to its hooks
    /// here.
    func alternateObjectDirectories(from base: String) -> [String] {
        pathList(self["GIT_ALTERNATE_OBJECT_DIRECTORIES"] ?? "").map { absolute($0, from: base) }
    }

    /// Whether settings come from places that libgit2 1.5 does not read, as with `git -c`.
    var changesSettings: Bool {
        [
            "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
            "GIT_CONFIG_NOSYSTEM",
        ].contains { self[$0] != nil }
    }

    /// The nearest directory, from here upwards, that has a `.git`; this one where none has.
    var enclosingWorktree: String {
        var above = directory[...]
        while !above.isEmpty {
            if access("\(above)/.git", F_OK) == 0 { return String(above) }
            above = above[..<(above.lastIndex(of: "/") ?? above.startIndex)]
        }
        return directory
    }

    var crossesFilesystems: Bool {
        self["GIT_DISCOVERY_ACROSS_FILESYSTEM"].map { !$0.isOff } ?? false
    }
}

extension String {
    /// Whether this is one of the words by which Git's settings and variables say no.
    var isOff: Bool { ["false", "no", "off", "0"].contains(lowercased()) }
}

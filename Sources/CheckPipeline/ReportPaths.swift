/// The files and directories that a run reports on; the whole repository is judged all the same.
package struct ReportPaths: Sendable {
    package static let all = ReportPaths([])

    private let paths: [String]
    /// Directories in the root that are not reported on.
    private var omitted: Set<String> = []

    /// Paths from the repository's root, without a slash at the end; none, or an empty one, means
    /// everything.
    package init(_ paths: [String]) {
        self.paths = paths.contains("") ? [] : paths
    }

    package func contains(_ path: String) -> Bool {
        !omits(path) && (paths.isEmpty || paths.contains { path == $0 || path.hasPrefix($0 + "/") })
    }

    private func omits(_ path: String) -> Bool {
        !omitted.isEmpty
            && omitted.contains(String(path.prefix { $0 != "/" }))
    }

    /// These without some directories in the root.
    func leavingOut(_ directories: Set<String>) -> ReportPaths {
        var paths = self
        paths.omitted = directories
        return paths
    }

    /// These and more; everything stays everything.
    func adding(_ more: [String]) -> ReportPaths {
        paths.isEmpty ? self : ReportPaths(paths + more)
    }

    /// The paths under which the snapshot has no file, in their order.
    package func missing(from paths: [String]) -> [String] {
        self.paths.filter { wanted in
            !paths.contains { $0 == wanted || $0.hasPrefix(wanted + "/") }
        }
    }
}

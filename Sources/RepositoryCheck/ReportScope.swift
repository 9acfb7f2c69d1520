package import Rules
import SourceText

/// Which findings a run reports; the whole repository is judged all the same.
package struct ReportScope: Sendable {
    /// Files, or folders with all that is in them; everything where the list is empty.
    private let paths: [String]
    /// The files that the commit being made changes; nil where that does not matter.
    private let changedPaths: Set<String>?

    package init(paths: [String] = [], changedPaths: Set<String>? = nil) {
        self.paths = paths
        self.changedPaths = changedPaths
    }

    package func includes(_ finding: Finding) -> Bool {
        guard includes(inPaths: finding.location.path) else { return false }
        guard let changedPaths else { return true }
        return changedPaths.contains(finding.location.path)
            || finding.related.contains { changedPaths.contains($0.location.path) }
    }

    package func includes(path: String) -> Bool {
        includes(inPaths: path) && (changedPaths?.contains(path) ?? true)
    }

    private func includes(inPaths path: String) -> Bool {
        paths.isEmpty || paths.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}

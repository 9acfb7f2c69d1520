import CLibrary

extension GitWorkspace {
    /// The directory that Git runs hooks from: `core.hooksPath`, or the one that all work trees
    /// share.
    package func hooksDirectory() throws(GitError) -> String {
        guard let path = try setting("core.hooksPath"), !path.isEmpty else {
            return layout.commonDirectory + "/hooks"
        }
        return environment.expanded(path, from: layout.root)
    }

    /// The current directory below the top of the work tree, without a slash at its end.
    ///
    /// Empty at the top; nil outside of the work tree.
    package var prefix: String? {
        guard let top = layout.worktree.flatMap(resolved),
            let here = resolved(environment.directory)
        else { return nil }
        if here == top { return "" }
        return here.hasPrefix(top + "/") ? String(here.dropFirst(top.count + 1)) : nil
    }

    /// The path without links.
    private func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

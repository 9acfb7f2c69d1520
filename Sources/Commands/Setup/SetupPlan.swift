import GitAccess

/// The files that `sluice init` would write, compared with those that exist.
struct SetupPlan {
    private struct File {
        let path: String
        let text: String
        /// Nil where nothing is.
        let former: [UInt8]?

        var bytes: [UInt8] { Array(text.utf8) }
        var isNew: Bool { former == nil }
        var isThere: Bool { former == bytes }

        /// The content, in words for the user who is asked.
        var account: String {
            let state =
                isNew ? "which is new" : isThere ? "which is there already" : "which says otherwise"
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return "`\(path)`, \(state):\n\n"
                + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
        }
    }

    /// No hand-written file is larger; a larger one is kept, with a message.
    private static let sizeLimit = 1024 * 1024

    private let files: [File]
    private let hooks: [(installation: HookInstallation, action: HookInstallation.Action)]
    private let writer: WorktreeWriter

    init(
        files: [(path: String, text: String)], installsHook: Bool, in workspace: GitWorkspace
    ) throws {
        let writer = try WorktreeWriter(workspace)
        self.writer = writer
        self.files = try files.map { path, text in
            File(
                path: path, text: text,
                former: try writer.bytes(of: path, limit: Self.sizeLimit))
        }
        let directory = try workspace.hooksDirectory()
        hooks = try (installsHook ? HookInstallation.names : []).map { name in
            let installation = HookInstallation(directory: directory, name: name)
            return (installation, try installation.plannedAction())
        }
    }

    /// All that is going to be there, for the person who is asked.
    var account: String {
        let hookLines = hooks.map {
            "`\($0.installation.file)`, \($0.installation.plan($0.action))\n"
        }
        let parts = files.map(\.account) + (hooks.isEmpty ? [] : [hookLines.joined()])
        return parts.joined(separator: "\n")
    }

    /// Whether everything is in place in the end; asks on a terminal, unless it must not.
    func carryOut(asksNothing: Bool) throws -> Bool {
        let added = files.filter(\.isNew)
        let other = files.filter { !$0.isNew && !$0.isThere }
        let isSomethingNew = !added.isEmpty || hooks.contains { $0.action != .nothing }
        guard isSomethingNew || !other.isEmpty else { return true }
        guard asksNothing || Console.canAsk else {
            Console.note("nothing was written: add --yes, or run this on a terminal")
            return false
        }
        let isWanted = isSomethingNew && (asksNothing || Console.asks("Write what is new?"))
        if isWanted { try write(added) }
        let kept = try other.filter { try !overwrite($0, isAsked: !asksNothing) }
        return kept.isEmpty && isWanted == isSomethingNew
    }

    /// Whether the person who is asked wanted that.
    private func overwrite(_ file: File, isAsked: Bool) throws -> Bool {
        guard isAsked, Console.asks("Overwrite `\(file.path)`?") else {
            Console.note("`\(file.path)` is kept as it is")
            return false
        }
        try writer.replace(file.path, file.former ?? [], with: file.bytes)
        try Console.print("wrote `\(file.path)`\n")
        return true
    }

    private func write(_ added: [File]) throws {
        for file in added {
            try writer.create(file.path, file.bytes)
            try Console.print("wrote `\(file.path)`\n")
        }
        for (installation, _) in hooks {
            try Console.print(installation.account(of: installation.install()) + "\n")
        }
    }
}

extension HookInstallation {
    /// The planned action, in words.
    fileprivate func plan(_ action: Action) -> String {
        switch action {
        case .install: "which is new: it runs `sluice hook run`"
        case .chain:
            "before which the hook that is there goes on to run, from `\(former)`"
        case .replace: "in the place of the hook that is there, which is kept at `\(former)`"
        case .makeExecutable: "which becomes executable"
        case .nothing: "which is there already"
        }
    }
}

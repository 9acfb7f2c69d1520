import CLibrary

/// Decides how Sluice's hook gets into the directory that Git runs hooks from.
///
/// A hook that is there already is kept beside it and runs first. Doing it twice changes nothing.
package struct HookInstallation: Sendable {
    /// The hooks by which Git asks before it records the index; merges have one of their own.
    package static let names = ["pre-commit", "pre-merge-commit"]

    /// The step that is needed, or was taken.
    package enum Action: Equatable, Sendable {
        case install
        /// The hook that was there is kept at `former` and runs first.
        case chain
        /// The hook that was there is kept at `former` and no longer runs.
        case replace
        /// Sluice's hook was there, but Git does not run a file that is not executable.
        case makeExecutable
        /// Sluice's hook was there.
        case nothing
    }

    /// The hook's path.
    package let file: String
    /// Where a hook that was there is kept.
    package var former: String { "\(file).before-sluice" }

    /// `directory` is what `GitWorkspace.hooksDirectory()` says, `name` one of `names`.
    package init(directory: String, name: String) {
        file = "\(directory)/\(name)"
    }

    /// Installs the hook, and says what that took.
    ///
    /// With `replaces`, a hook that was kept before is overwritten by the one that is there.
    @discardableResult
    package func install(replaces: Bool = false) throws(HookInstallationError) -> Action {
        let action = try plannedAction(replaces: replaces)
        do {
            try perform(action)
        } catch {
            throw .failed(file: file, reason: error.reason)
        }
        return action
    }

    /// The action that installing the hook needs now; `replaces` stops an existing hook instead of
    /// chaining it.
    package func plannedAction(
        replaces: Bool = false
    ) throws(HookInstallationError) -> Action {
        let existing: (text: String, isExecutable: Bool)?
        do {
            existing = try existingHook()
        } catch {
            throw .failed(file: file, reason: error.reason)
        }
        guard let existing else { return .install }
        if existing.text.contains("sluice hook run") {
            return existing.isExecutable ? .nothing : .makeExecutable
        }
        if replaces { return .replace }
        if access(former, F_OK) == 0 { throw .formerExists(file: file, former: former) }
        if findsItselfByName(existing.text) { throw .findsItselfByName(file: file) }
        // What Git did not run, the chain does not run either.
        return existing.isExecutable ? .chain : .replace
    }

    /// The hook that is there; nil for none.
    private func existingHook() throws(SystemFailure) -> (text: String, isExecutable: Bool)? {
        let content: RegularFile.Content
        do {
            content = try RegularFile.content(
                of: cString(file.utf8), limit: 1 << 20, followsLink: true)
        } catch {
            // A link to nothing is replaced, too; a directory that cannot be read is told.
            if error.code == ENOENT { return nil }
            throw error
        }
        // A hook may be a program of any size; its text matters where it is a script.
        guard case .bytes(let bytes) = content else { return ("", true) }
        return (String(decoding: bytes, as: UTF8.self), access(file, X_OK) == 0)
    }

    /// Hooks of husky find the script that they run by their own file's name, so under
    /// another name they would run nothing and say nothing.
    private func findsItselfByName(_ text: String) -> Bool {
        text.contains("husky") || text.contains(#"dirname "$0")/h""#)
            || text.contains(#"basename "$0""#) || text.contains(#"basename -- "$0""#)
    }

    private func perform(_ action: Action) throws(SystemFailure) {
        switch action {
        case .install:
            try put(Self.script)
        case .chain, .replace:
            try succeed(rename(file, former))
            try put(action == .chain ? Self.chainingScript : Self.script)
        case .makeExecutable:
            try succeed(chmod(file, 0o755))
        case .nothing:
            break
        }
    }

    /// Writes the whole hook under another name first, so that Git never meets half of it.
    private func put(_ text: String) throws(SystemFailure) {
        try createDirectory(parent(of: file))
        let draft = "\(file).sluice-\(getpid())"
        try createFile(cString(draft.utf8), mode: 0o755, holding: Array(text.utf8)) {
            () throws(SystemFailure) in
            try succeed(rename(draft, file))
        }
    }
}

extension HookInstallation {
    package static let script = """
        #!/bin/sh
        # Sluice checks what Git is about to record.
        exec sluice hook run "$@"

        """

    /// The former hook's status counts; a hook that went missing since blocks nothing.
    static let chainingScript = """
        #!/bin/sh
        # Sluice checks what Git is about to record, after the hook that was here before.
        former="$0.before-sluice"
        if [ -x "$former" ]; then "$former" "$@" || exit; fi
        exec sluice hook run "$@"

        """
}

/// Why the hook is not installed.
package enum HookInstallationError: Error, Equatable, Sendable {
    case formerExists(file: String, former: String)
    case findsItselfByName(file: String)
    case failed(file: String, reason: String)
}

extension HookInstallationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .formerExists(let file, let former):
            "`\(file)` is another hook, and `\(former)` keeps one already; join or remove one of "
                + "them, or replace the hook with `--force`"
        case .findsItselfByName(let file):
            "`\(file)` is kept by another tool and works under that name only; add the line "
                + "`sluice hook run` to that tool's hook, or replace it with `--force`"
        case .failed(let file, let reason):
            "cannot install `\(file)`: \(reason)"
        }
    }
}

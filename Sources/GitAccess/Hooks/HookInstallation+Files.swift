#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension HookInstallation {
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

    /// The action that installing the hook needs now.
    package func plannedAction(
        replaces: Bool = false
    ) throws(HookInstallationError) -> Action {
        let existing: Existing?
        do {
            existing = try existingHook()
        } catch {
            throw .failed(file: file, reason: error.reason)
        }
        let hasFormer = access(former, F_OK) == 0
        return try action(existing: existing, hasFormer: hasFormer, replaces: replaces)
    }

    private func existingHook() throws(SystemFailure) -> Existing? {
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
        guard case .bytes(let bytes) = content else {
            return Existing(text: "", isExecutable: true)
        }
        return Existing(
            text: String(decoding: bytes, as: UTF8.self), isExecutable: access(file, X_OK) == 0)
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
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let output = try FileDescriptor(owning: open(draft, flags, 0o755))
        do throws(SystemFailure) {
            let bytes = Array(text.utf8)
            guard write(output.number, bytes, bytes.count) == bytes.count else {
                throw SystemFailure()
            }
            try succeed(rename(draft, file))
        } catch {
            unlink(draft)
            throw error
        }
    }

    private func succeed(_ code: Int32) throws(SystemFailure) {
        if code != 0 { throw SystemFailure() }
    }
}

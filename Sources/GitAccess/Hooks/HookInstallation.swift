/// Decides how Sluice's hook gets into the directory that Git runs hooks from.
///
/// A hook that is there already is kept beside it and runs first. Doing it twice changes nothing.
package struct HookInstallation: Equatable, Sendable {
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

    /// A hook that is there already.
    package struct Existing: Equatable, Sendable {
        package let text: String
        package let isExecutable: Bool

        package init(text: String, isExecutable: Bool) {
            self.text = text
            self.isExecutable = isExecutable
        }
    }

    /// The hook's path.
    package let file: String
    /// Where a hook that was there is kept.
    package var former: String { "\(file).before-sluice" }

    /// `directory` is what `GitWorkspace.hooksDirectory()` says, `name` one of `names`.
    package init(directory: String, name: String) {
        file = "\(directory)/\(name)"
    }

    /// The needed step; `replaces` stops an existing hook instead of chaining it.
    package func action(
        existing: Existing?, hasFormer: Bool, replaces: Bool
    ) throws(HookInstallationError) -> Action {
        guard let existing else { return .install }
        if existing.text.contains("sluice hook run") {
            return existing.isExecutable ? .nothing : .makeExecutable
        }
        if replaces { return .replace }
        if hasFormer { throw .formerExists(file: file, former: former) }
        if existing.findsItselfByName { throw .findsItselfByName(file: file) }
        // What Git did not run, the chain does not run either.
        return existing.isExecutable ? .chain : .replace
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

extension HookInstallation.Existing {
    /// Hooks of husky find the script that they run by their own file's name, so under
    /// another name they would run nothing and say nothing.
    fileprivate var findsItselfByName: Bool {
        text.contains("husky") || text.contains(#"dirname "$0")/h""#)
            || text.contains(#"basename "$0""#) || text.contains(#"basename -- "$0""#)
    }
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

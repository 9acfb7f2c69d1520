/// The files that a hook has to check, from the variables that its caller sets.
package enum HookSituation: Equatable, Sendable {
    /// The pre-commit framework runs for a push, or for two commits that it was given.
    ///
    /// The base is nil where the push brings a branch with its first commit.
    case pushed(revision: String, base: String?)
    /// Git is making a commit of the index.
    case staged
    /// No commit is being made: all of the index counts, as in `pre-commit run --all-files`.
    case wholeIndex

    package init(variables: [String: String]) {
        func value(_ name: String) -> String? {
            variables[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let base = value("PRE_COMMIT_FROM_REF"), let revision = value("PRE_COMMIT_TO_REF") {
            self = .pushed(revision: revision, base: base)
        } else if let branch = value("PRE_COMMIT_LOCAL_BRANCH") {
            self = .pushed(revision: branch, base: nil)
        } else if value("GIT_INDEX_FILE") != nil {
            self = .staged
        } else {
            self = .wholeIndex
        }
    }
}

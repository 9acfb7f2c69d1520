import Rules
import SourceText
package import Triage

/// Why something cannot be held, released or rolled back.
package enum HoldError: Error, Sendable {
    case noFile(String)
    /// The file is written in a way that leaves no safe place for the edit.
    case layout(String)
    /// No image and no policy is known by that name.
    case unknownName(String)
    /// Several are; with all of them.
    case ambiguous(String, [String])
    /// One clause, lower case, no full stop: why this way of holding is none here.
    case unsuited(String)
    /// The objects as built would not hold; with the reason.
    case unproved(String)
    /// The reason cannot be written as one line of the annotation.
    case unwritableReason
    case notHeld(String)
    /// The result has new errors of `check`.
    case newErrors([ReportedFinding])
    /// Nothing in the history, or at the commit, differs.
    case nothingToRestore(String)
    case noSuchCommit(String)
    /// Two restored tags follow one policy, which cannot select both.
    case severalTags(policy: String, tags: [String])
}

extension HoldError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noFile(let path): "`\(path)` is not a file of the repository"
        case .layout(let path):
            "`\(path)` is written in a way that leaves no safe place for the hold"
        case .unknownName(let name):
            "no image and no policy of the repository is named `\(name)`; a policy's name is "
                + "NAMESPACE/NAME"
        case .ambiguous(let name, let found):
            "`\(name)` may be " + found.map { "`\($0)`" }.joined(separator: " or ")
                + ": give the name in full"
        case .unsuited(let reason), .unproved(let reason): reason
        case .unwritableReason:
            "the reason has to be one line of text, without a day of its own"
        case .notHeld(let name): "nothing holds `\(name)`; `sluice holds` lists all holds"
        case .newErrors(let findings):
            "the result would have \(findings.count == 1 ? "an error" : "errors") that `sluice "
                + "check` does not report now: "
                + findings.map { found in
                    "`\(found.finding.location.path)`: \(found.finding.message) "
                        + "[\(found.finding.rule)]"
                }.joined(separator: "; ")
        case .nothingToRestore(let subject): subject
        case .noSuchCommit(let name): "there is no commit `\(name)` in this clone"
        case .severalTags(let policy, let tags):
            "the policy `\(policy)` cannot hold \(tags.map { "`\($0)`" }.joined(separator: " and "))"
                + " at once: narrow the rollback, or use --hold suspend"
        }
    }
}

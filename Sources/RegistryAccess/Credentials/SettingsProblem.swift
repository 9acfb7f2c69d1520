import WebAccess

/// A fault in the files, variables and programs that the user provides.
package enum SettingsProblem: Error, Equatable, Sendable {
    case unreadableConfiguration(path: String)
    case malformedConfiguration(path: String)
    case malformedCredentials(line: Int)
    /// The place of a credential, in words.
    case unusableCredentials(place: String)
    case invalidHelperName(host: String)
    case helperMissing(program: String)
    case helperFailed(program: String)
    case helperTimedOut(program: String, limitSeconds: Int)
}

extension SettingsProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadableConfiguration(let path):
            "cannot read Docker's configuration `\(path.shown)`; check that it is there, and no "
                + "directory"
        case .malformedConfiguration(let path):
            "Docker's configuration `\(path.shown)` is malformed; write it anew"
        case .malformedCredentials(let line):
            "line \(line) of the registry credentials is not `HOST=USER:PASSWORD`"
        case .unusableCredentials(let place):
            "\(place) does not hold USER:PASSWORD on one line, or cannot be read"
        case .invalidHelperName(let host):
            "Docker's configuration names a credential helper for `\(host)` that no program can be"
        case .helperMissing(let program):
            "the credential helper `\(program)` is not on `PATH`; install it, or remove it from "
                + "Docker's configuration"
        case .helperFailed(let program):
            "the credential helper `\(program)` failed; run `\(program) list` to see why"
        case .helperTimedOut(let program, let seconds):
            "the credential helper `\(program)` gave no answer within \(seconds) s"
        }
    }
}

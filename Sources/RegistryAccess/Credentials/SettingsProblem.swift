/// A fault in the files, variables and programs that the user provides.
package enum SettingsProblem: Error, Equatable, Sendable {
    package enum File: String, Equatable, Sendable {
        case dockerConfiguration = "Docker's configuration"
        case certificates = "the file of certificates"
    }

    case unreadableFile(File, path: String)
    case malformedFile(File, path: String)
    case malformedCredentials(line: Int)
    case invalidProxy(variable: String)
    case invalidHelperName(host: String)
    case helperMissing(program: String)
    case helperFailed(program: String)
    case helperTimedOut(program: String, limitSeconds: Int)
}

extension SettingsProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadableFile(let file, let path):
            "cannot read \(file.rawValue) `\(path.shown)`; check that it is there, and no directory"
        case .malformedFile(let file, let path):
            "\(file.rawValue) `\(path.shown)` is malformed; write it anew"
        case .malformedCredentials(let line):
            "line \(line) of the registry credentials is not `HOST=USER:PASSWORD`"
        case .invalidProxy(let variable):
            "`\(variable)` names no usable proxy; write it as `http://HOST:PORT`"
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

import ArgumentParser
import FoundationEssentials
import Reports
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The standard streams.
enum Console {
    /// Writes to standard output; false if its reader has gone, which ends a run quietly.
    static func print(_ text: String) throws -> Bool {
        try write(text, to: .standardOutput)
    }

    /// Writes a line for people to standard error, harmless on a terminal whatever it holds.
    static func note(_ line: String) {
        // Nobody is left to be told where standard error is gone as well.
        _ = try? write(line + "\n", to: .standardError)
    }

    /// Reports why a run could not finish, and ends it with that status.
    static func failure(_ error: any Error) -> ExitCode {
        note("sluice: \("\(error)".visible)")
        return ExitStatus.couldNotFinish
    }

    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Without this, a reader that goes away would end the process before it can say its status.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    private static func write(_ text: String, to stream: FileDescriptor) throws -> Bool {
        do {
            try stream.writeAll(text.utf8)
            return true
        } catch Errno.brokenPipe {
            return false
        }
    }
}

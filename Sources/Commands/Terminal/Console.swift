import ArgumentParser
import Configuration
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
    /// Writes to standard output.
    static func print(_ text: String) throws(OutputError) {
        try write(text, to: .standardOutput, named: "standard output")
    }

    /// Writes bytes for a program to standard output.
    static func send(_ bytes: [UInt8]) {
        // An error is ignored: the session ends with its input, which the editor closes, too.
        _ = try? FileDescriptor.standardOutput.writeAll(bytes)
    }

    /// Writes a line for people to standard error; the caller escapes untrusted text in it.
    static func note(_ line: String) {
        // If standard error cannot be written, there is nowhere to report that.
        try? write(line + "\n", to: .standardError, named: "standard error")
    }

    /// Writes whole lines of a log to standard error.
    static func log(_ lines: String) {
        // As for notes.
        try? write(lines, to: .standardError, named: "standard error")
    }

    /// Replaces the current line of a terminal.
    static func overwrite(_ line: String) {
        // As for notes.
        try? write("\r\u{1B}[K" + line, to: .standardError, named: "standard error")
    }

    /// Writes a report to a file, or to standard output without one.
    static func print(_ text: String, into file: String?) throws(OutputError) {
        if let file { try ReportFile(path: file).write(text) } else { try print(text) }
    }

    /// Reports why a run could not finish; returns the exit status to throw.
    static func failure(_ error: any Error) -> ExitCode {
        let problems = (error as? ConfigurationError)?.problems.map(\.description)
        for text in problems ?? ["\(error)"] { note("sluice: \(text.visible)") }
        return ExitStatus.couldNotFinish
    }

    /// Whether the input is a terminal, at which a user can answer.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && errorsAreOnTerminal }

    /// Prompts for confirmation; anything but yes means no.
    static func asks(_ question: String) -> Bool {
        // As for notes.
        try? write("\(question) [y/N] ", to: .standardError, named: "standard error")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    static var errorsAreOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Ignores `SIGPIPE`, which would end the process without its exit status.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// A closed pipe is not a failure: the reader wants no more.
    private static func write(
        _ text: String, to stream: FileDescriptor, named name: String
    ) throws(OutputError) {
        do {
            try stream.writeAll(text.utf8)
        } catch Errno.brokenPipe {
            return
        } catch {
            throw OutputError(target: name, reason: error as? Errno)
        }
    }
}

/// The program's exit statuses; wrong usage is ArgumentParser's own 64.
enum ExitStatus {
    static let findings = ExitCode(1)
    static let couldNotFinish = ExitCode(2)
}

/// Why a command could not finish, where nobody tells the reasons apart.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

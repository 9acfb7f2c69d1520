#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The `git` program, run so that it only reads, never prompts, and reaches no network.
///
/// Used where libgit2 does not know a repository's format.
struct GitProgram: Sendable {
    /// More output than this is refused; a listing takes about 100 bytes for each file.
    static let outputLimit = 1 << 28

    private let executable: String
    private let variables: [String]
    private let directory: String

    /// Looks for `git` on the environment's `PATH`; nil where there is none.
    init?(environment: GitEnvironment) {
        guard let executable = environment.program("git") else { return nil }
        self.executable = executable
        directory = environment.directory
        let settings = [
            "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
            "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat", "LC_ALL": "C",
        ]
        variables = environment.variables.merging(settings) { $1 }.map { "\($0)=\($1)" }
    }

    func start(_ arguments: [String]) throws(SystemFailure) -> ChildProcess {
        let prefix = [executable, "-C", directory, "-c", "core.fsmonitor=false"]
        return try ChildProcess(prefix + arguments, variables: variables)
    }

    /// The standard output of a command.
    ///
    /// Nil where it ends with status 1 and no message: so `git` tells that there is no such thing.
    func output(_ arguments: [String]) throws(GitError) -> [UInt8]? {
        let child: ChildProcess
        let collected: (output: [UInt8], messages: [UInt8])?
        do {
            child = try start(arguments)
            collected = try child.collect(limit: Self.outputLimit)
        } catch {
            throw .program(arguments: arguments, message: error.reason)
        }
        guard let collected else {
            let message = "more than \(Self.outputLimit) bytes of output"
            throw .program(arguments: arguments, message: message)
        }
        switch (child.wait(), String(decoding: collected.messages, as: UTF8.self)) {
        case (0, _): return collected.output
        case (1, ""): return nil
        case (_, let message): throw .program(arguments: arguments, message: message.trimmed)
        }
    }
}

extension GitProgram {
    /// The lines that a command prints; nil as for `output`.
    func lines(_ arguments: String...) throws(GitError) -> [String]? {
        try output(arguments)?.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The records of a command that ends each with a NUL byte, as its option `-z` arranges.
    func records(_ arguments: String...) throws(GitError) -> [ArraySlice<UInt8>] {
        try output(arguments)?.split(separator: 0) ?? []
    }
}

extension String {
    /// Without line ends at its end.
    var trimmed: String { String(reversed().drop { $0.isNewline }.reversed()) }
}

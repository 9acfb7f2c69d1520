import CLibrary

/// The `git` program, started in one directory with the same variables each time.
struct GitProgram: Sendable {
    /// More output than this is refused; a listing takes about 100 bytes for each file.
    static let outputLimit = 1 << 28

    private let executable: String
    private let variables: [String: String]
    private let directory: String

    /// Looks for `git` on the environment's `PATH`; nil where there is none.
    init?(environment: GitEnvironment, variables: [String: String]) {
        guard let executable = environment.program("git") else { return nil }
        self.executable = executable
        self.variables = variables
        directory = environment.directory
    }

    /// Runs it so that it only reads, never prompts, and reaches no network.
    ///
    /// Used where libgit2 does not know a repository's format.
    init?(environment: GitEnvironment) {
        let settings = [
            "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
            "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat", "LC_ALL": "C",
        ]
        let variables = environment.variables.merging(settings) { $1 }
        self.init(environment: environment, variables: variables)
    }

    func start(
        _ arguments: [String], leadsSession: Bool = false
    ) throws(SystemFailure) -> ChildProcess {
        let prefix = [executable, "-C", directory, "-c", "core.fsmonitor=false"]
        return try ChildProcess(
            prefix + arguments, variables: variables, leadsSession: leadsSession)
    }

    /// Runs a command that reads nothing to its end, in a session of its own if `patience` bounds
    /// its time.
    func run(
        _ arguments: [String], limit: Int, within patience: Duration? = nil
    ) throws(Failure) -> ChildProcess.Ending {
        do throws(SystemFailure) {
            let child = try start(arguments, leadsSession: patience != nil)
            if let ending = try child.ending(limit: limit, within: patience) { return ending }
        } catch {
            throw .system(error)
        }
        throw .tooMuchOutput(limit: limit)
    }

    /// Why a command did not come to its end.
    enum Failure: Error {
        case system(SystemFailure)
        case tooMuchOutput(limit: Int)

        var reason: String {
            switch self {
            case .system(let failure): failure.reason
            case .tooMuchOutput(let limit): "more than \(limit) bytes of output"
            }
        }
    }

    /// The standard output of a command.
    ///
    /// Nil where it ends with status 1 and no message: so `git` tells that there is no such thing.
    func output(_ arguments: [String]) throws(GitError) -> [UInt8]? {
        let ending: ChildProcess.Ending
        do {
            ending = try run(arguments, limit: Self.outputLimit)
        } catch {
            throw .program(arguments: arguments, message: error.reason)
        }
        switch (ending.status, ending.messages) {
        case (0, _): return ending.output
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

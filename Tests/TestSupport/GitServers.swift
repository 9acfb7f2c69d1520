import Foundation

/// A server in Python below `Servers`, which prints its port.
private func startServer(
    _ script: String, _ arguments: [String]
) throws -> (program: RunningProgram, port: Int) {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Servers/\(script)").path
    let program = try RunningProgram(
        ["python3", path] + arguments, at: "/", environment: ProcessInfo.processInfo.environment)
    let line = program.nextOutput()?.trimmingCharacters(in: .newlines)
    guard let port = line.flatMap({ Int($0) }) else {
        throw GitFixture.Failure(description: "\(script) printed no port")
    }
    return (program, port)
}

/// Git's own server program behind HTTP and a password, on a port of this machine.
package final class HTTPGitServer {
    /// The address and the credentials for a user.
    package static let (user, password) = ("ada", "l0ve/lace")

    package let port: Int
    private let program: RunningProgram

    /// Serves the bare repositories in a directory.
    package init(folder: String) throws {
        (program, port) = try startServer(
            "git_http_server.py", [folder, Self.user, Self.password])
    }
}

/// OpenSSH's server for the user who runs the test, on a port of this machine.
package final class SSHGitServer {
    package let port: Int
    private let program: RunningProgram
    private let files: TemporaryDirectory

    package static let isInstalled = FileManager.default.isExecutableFile(atPath: sshd)
    private static let sshd = "/usr/sbin/sshd"

    package init() throws {
        files = try TemporaryDirectory()
        let path = files.path
        let keygen = ["-q", "-t", "ed25519", "-N", "", "-f"]
        for key in ["host", "user", "stranger"] {
            _ = try ProgramRun(
                "ssh-keygen", keygen + ["\(path)/\(key)"], at: path, environment: Self.environment)
        }
        try files.write("authorized", files.text(of: "user.pub"))
        try files.write("nobody-known", "")
        try files.write(
            "config",
            """
            HostKey \(path)/host
            AuthorizedKeysFile \(path)/authorized
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no

            """)
        // If root runs the server, it requires this directory.
        try? FileManager.default.createDirectory(
            atPath: "/run/sshd", withIntermediateDirectories: false)
        (program, port) = try startServer("ssh_server.py", [Self.sshd, "\(path)/config"])
        let hostKey = try files.text(of: "host.pub").split(separator: " ").prefix(2)
        try files.write("known", "[127.0.0.1]:\(port) \(hostKey.joined(separator: " "))\n")
    }

    package func url(of repository: GitFixture) -> String {
        "ssh://\(NSUserName())@127.0.0.1:\(port)\(repository.path)"
    }

    /// The command that Git runs instead of `ssh`.
    package func command(key: String = "user", knownHosts: String = "known") -> String {
        "ssh -F /dev/null -i \(files.path)/\(key) -o IdentitiesOnly=yes "
            + "-o UserKnownHostsFile=\(files.path)/\(knownHosts) -o GlobalKnownHostsFile=/dev/null"
    }

    private static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/bin"]
}

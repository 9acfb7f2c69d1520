import ArgumentParser
import FoundationEssentials
import Logging
import Serving
import WebServing

/// Where the service keeps what it finds, and how it tells what it does.
struct ServiceProcessOptions: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Keep clones and state in this directory; by default below $STATE_DIRECTORY, "
                + "$XDG_STATE_HOME or ~/.local/state.", valueName: "dir"))
    var data: String?

    @Flag(help: "Scan all images and run all automations once, and end.")
    var once = false

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp("Write the log as text or json.", valueName: "format"),
        transform: reading(
            ServiceLog.Format.init(rawValue:), else: "the log is written as text or json"))
    var logFormat = ServiceLog.Format.text

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "Log what is at least this severe: debug, info, notice, warning or error.",
            valueName: "level"),
        transform: reading(
            Logger.Level.init(rawValue:),
            else: "a level is debug, info, notice, warning or error"))
    var logLevel = Logger.Level.info

    /// The directory, which is made where it is not there.
    func dataDirectory() throws -> String {
        let files = FileManager.default
        let path = try data ?? Self.standardDirectory()
        let absolute = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
        do {
            try files.createDirectory(
                atPath: absolute, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError("the directory `\(absolute)` cannot be made; --data names another")
        }
        return absolute
    }

    private static func standardDirectory() throws -> String {
        let variables = ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? {
            // systemd gives several, with colons in between.
            variables[name]?.split(separator: ":").first.map(String.init)
        }
        if let directory = value("STATE_DIRECTORY") { return directory }
        if let directory = value("XDG_STATE_HOME") { return "\(directory)/sluice" }
        if let home = variables["HOME"], !home.isEmpty { return "\(home)/.local/state/sluice" }
        throw CommandError("--data names the directory of the service: there is no HOME")
    }

    func startLog() {
        ServiceLog.start(
            logFormat, level: logLevel, time: { SystemClock.now.formatted(.iso8601) },
            output: { Console.log($0) })
    }
}

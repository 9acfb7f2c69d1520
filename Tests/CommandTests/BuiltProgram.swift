import Foundation
import TestSupport

/// The program under test, which the build puts beside the tests.
enum BuiltProgram {
    static let path = folder.appending(path: "sluice").path

    private static var folder: URL {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return (bundle ?? .main).bundleURL.deletingLastPathComponent()
        #else
            return Bundle.main.bundleURL
        #endif
    }
}

extension GitFixture {
    /// A repository with these files, all committed.
    init(files: [String: String]) throws {
        try self.init()
        try commit(files)
    }

    /// Makes this a repository with one commit.
    func makeRepository(_ files: [String: String]) throws {
        try git(["init", "--quiet", "--initial-branch=main", path], at: home.path)
        try commit(files)
    }

    /// Runs the program in a directory of the repository, with nothing of the user's environment.
    func sluice(
        _ arguments: [String], in folder: String = "", with variables: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun(
            BuiltProgram.path, arguments, at: folder.isEmpty ? path : "\(path)/\(folder)",
            environment: environment.merging(variables) { $1 })
    }

    func check(_ arguments: String..., in folder: String = "") throws -> ProgramRun {
        try sluice(["check"] + arguments, in: folder)
    }

    /// Runs a line of shell in which `sluice` is the program.
    func shell(_ line: String) throws -> ProgramRun {
        try putSluiceOnPath()
        return try ProgramRun("sh", ["-c", line], at: path, environment: environment)
    }

    /// Lets hooks, and the programs that run them, find the program on `PATH` as a user's do.
    func putSluiceOnPath() throws {
        let folder = "\(home.path)/bin"
        let files = FileManager.default
        guard !files.fileExists(atPath: "\(folder)/sluice") else { return }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: "\(folder)/sluice", withDestinationPath: BuiltProgram.path)
    }
}

extension ProgramRun {
    /// The location and the rule of each finding in the text report.
    var findings: [String] {
        output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^(\S+:\d+:\d+): .* (\[[a-z\/-]+\])$/).map { "\($0.1) \($0.2)" }
        }
    }
}

import Foundation
import TestSupport
import Testing

/// A page of the documentation whose commands a test runs, and compares with what the page shows.
struct WalkthroughPage {
    /// A block of shell, and its output in the page; empty where the page shows none.
    struct Step {
        let commands: String
        var output: String
    }

    let steps: [Step]

    init(_ path: String) throws {
        let page = try String(
            contentsOf: PackageFolder.url.appending(path: path), encoding: .utf8)
        var steps: [Step] = []
        var block: (kind: Substring, text: String)?
        var isLeftOut = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = block, line == "```" {
                switch open.kind {
                case "sh": steps.append(Step(commands: open.text, output: ""))
                case "text", "markdown": steps[steps.count - 1].output = open.text
                default: break
                }
                block = nil
            } else if block != nil {
                block?.text += line + "\n"
            } else if line.hasPrefix("```") {
                block = (isLeftOut ? "" : line.dropFirst(3), "")
            }
            isLeftOut = line.hasPrefix("<!-- not run")
        }
        self.steps = steps
    }

    /// Runs all commands, each block where the one before ended, and gives everything they said.
    ///
    /// - Parameters:
    ///   - prepare: Makes commands of the page fit for the test.
    ///   - shown: Makes what they say fit for the page; ids of commits are done.
    func run(
        in shell: GitFixture, with variables: [String: String] = [:],
        prepare: (String) -> String, shown: (String) -> String
    ) throws -> String {
        var folder = shell.path
        var told = ""
        for step in steps {
            let run = try ProgramRun(
                "sh",
                [
                    "-c",
                    "set -eu; exec 2>&1\n\(prepare(step.commands))\npwd > '\(shell.home.path)/folder'",
                ], at: folder, environment: shell.environment.merging(variables) { $1 })
            #expect(run.status == 0, "\(step.commands)\n\(run.output)")
            guard run.status == 0 else { return told }
            let output = shown(run.output).replacing(/\b[0-9a-f]{12}\b/, with: "0123456789ab")
            if !step.output.isEmpty { #expect(output == shown(step.output)) }
            folder = try shell.home.text(of: "folder").trimmingCharacters(in: .newlines)
            told += run.output
        }
        return told
    }
}

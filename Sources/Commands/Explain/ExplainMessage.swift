import ArgumentParser
import CheckPipeline
import Configuration
import Explanations
import FoundationEssentials
import GitAccess
import GoTemplates
import RepositoryLinking

/// `sluice explain message`: what an automation says in its commits.
struct ExplainMessage: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Explain a commit message: render an automation's template as Flux does.",
        discussion: """
            Renders the template of an ImageUpdateAutomation, as built, with what its markers would \
            change if each policy selected another tag: a sample, the same every time. --template \
            renders another template, or one without a repository; --data takes what was changed \
            from a file.

            Examples:
              sluice explain message flux-system/images
              sluice explain message flux-system/images --template new.tmpl
              sluice explain message --template new.tmpl --data data.json --flux-version 2.6

            Exit status: 0 rendered, 1 the template fails, 2 there is no such automation, or \
            something cannot be read; 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp(
            "The automation as its manifest names it.", valueName: "namespace/name"),
        transform: reading(ObjectName.init(_:), else: "an automation is named NAMESPACE/NAME"))
    var automation: ObjectName?

    @Option(help: ArgumentHelp("Render the template in this file.", valueName: "file"))
    var template: InputFile?

    @Option(
        help: ArgumentHelp(
            "Take what was changed from this JSON file, with the names that templates use.",
            valueName: "file"))
    var data: InputFile?

    @Option(
        help: ArgumentHelp(
            "Give the template the fields of this version of Flux, such as 2.6; without it, of the "
                + "one that the configuration declares, else of the newest known.",
            valueName: "version"),
        transform: reading(FluxVersion.init(_:), else: "a version of Flux is written as in 2.9"))
    var fluxVersion: FluxVersion?

    @Option(
        name: .customLong("path"),
        help:
            "Explain only what lies in this file or directory, or is built there; may be repeated.")
    var paths: [String] = []

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if automation == nil, template == nil {
            throw ValidationError("name an automation as NAMESPACE/NAME, or give --template")
        }
        if automation == nil, !paths.isEmpty || revision != nil {
            throw ValidationError("--path and --rev go with an automation")
        }
        if template == .standardInput, data == .standardInput {
            throw ValidationError("standard input is either the template or the data")
        }
    }

    func run() async throws {
        try await options.tell {
            if let automation { return try await explanation(of: automation) }
            let version = try fluxVersion ?? declaredVersion()
            let input = try input()
            return MessageExplanation(
                ofTemplate: input.template ?? "",
                MessageExplanation.Input(data: input.data, version: version))
        }
    }

    private func explanation(of name: ObjectName) async throws -> MessageExplanation {
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(ofCommit: revision)
        let paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        let check = RepositoryCheck()
        return try MessageExplanation(
            of: name, in: await check.model(of: snapshot), paths: paths, try input())
    }

    /// The release of Flux that the repository's configuration declares; nil without one.
    private func declaredVersion() throws -> FluxVersion? {
        do {
            let snapshot = try repository.workspace().snapshot(ofCommit: nil)
            return try RepositoryCheck().configuration(of: snapshot).fluxVersion?.value
        } catch GitError.notARepository, GitError.noWorktree {
            return nil
        }
    }

    private func input() throws -> MessageExplanation.Input {
        let text = try template.map { file in
            guard
                let text = String(
                    validating: try file.bytes(limit: Self.templateLimit), as: UTF8.self)
            else { throw CommandError("no template from \(file): it is not UTF-8") }
            return text
        }
        let data = try data.map { file in
            let bytes = try file.bytes(limit: Self.dataLimit)
            do throws(CommitDataError) {
                return try CommitData(json: bytes)
            } catch {
                throw CommandError("no data from \(file): \(error)")
            }
        }
        return MessageExplanation.Input(template: text, data: data, version: fluxVersion)
    }

    /// Far beyond what a template may have, so that the template's own limit speaks.
    private static let templateLimit = 16 << 20
    private static let dataLimit = 64 << 20
}

extension InputFile: ExpressibleByArgument {
    /// A dash is standard input.
    package init(argument: String) {
        self = argument == "-" ? .standardInput : .path(argument)
    }
}

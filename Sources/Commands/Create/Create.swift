import ArgumentParser
import Explanations
import FoundationEssentials
import Reports

/// `sluice create`: manifests from flags.
struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Print a manifest of a Flux object.",
        discussion: "The flags and the output are those of `flux create … --export`.",
        subcommands: [CreateImage.self])
}

/// `sluice create image`: the kinds of image automation.
struct CreateImage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Print an ImageRepository, an ImagePolicy or an ImageUpdateAutomation.",
        subcommands: [
            CreateImageRepository.self, CreateImagePolicy.self, CreateImageUpdate.self,
        ])
}

/// The options that all objects have.
struct CreationOptions: ParsableArguments {
    @Argument(help: "The name of the object.")
    var name: String

    @OptionGroup var namespace: NamespaceOption

    @Option(
        name: .customLong("label"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set a label; may be repeated, or hold several with commas between.",
            valueName: "key=value"))
    var labels: [String] = []

    @Flag(help: "Print the manifest, which is what this command always does.")
    var export = false
}

/// A command that prints the manifest of one object.
protocol CreationCommand: AsyncParsableCommand {
    var creation: CreationOptions { get }

    func manifest(_ head: ManifestHead) throws(CreationError) -> String
}

extension CreationCommand {
    func validate() throws {
        _ = try manifest()
    }

    func run() async throws {
        try Console.print(manifest())
    }

    /// A flag that is wrong is wrong usage.
    private func manifest() throws -> String {
        do throws(CreationError) {
            return try manifest(
                ManifestHead(
                    name: creation.name, namespace: creation.namespace.name,
                    labels: creation.labels))
        } catch {
            throw ValidationError(error.lines)
        }
    }
}

/// The namespace of objects as the flux command takes it.
struct NamespaceOption: ParsableArguments {
    @Option(
        name: [.customShort("n"), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "The namespace; without it, that of FLUX_SYSTEM_NAMESPACE, else flux-system.",
            valueName: "namespace"))
    var namespace: String?

    var name: String {
        let variable = ProcessInfo.processInfo.environment["FLUX_SYSTEM_NAMESPACE"] ?? ""
        return namespace ?? (variable.isEmpty ? "flux-system" : variable)
    }
}

extension CreationError {
    /// The error, with its place in the value if that is known.
    fileprivate var lines: String {
        guard let value, let range else { return description.visible }
        return MarkedText(text: value, range: range, message: description).lines(in: .plain)
    }
}

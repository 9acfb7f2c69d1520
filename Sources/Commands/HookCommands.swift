import ArgumentParser

/// `sluice hook`: Git hooks.
struct Hook: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Install the Git hook, or run as one.", subcommands: [])
}

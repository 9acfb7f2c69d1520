package import ArgumentParser

/// The program: its name, its version and its subcommands.
package struct Sluice: AsyncParsableCommand {
    package static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "sluice",
        abstract: "The gate in front of Flux image automation.",
        discussion: """
            Checks the manifests of a GitOps repository: that image references are immutable and \
            that $imagepolicy markers really fire.

            Examples:
              sluice check          # what is wrong here
              sluice init --hook    # a configuration, and a check of each commit
              sluice explain rule image-latest-tag
            """,
        version: version,
        subcommands: [
            Init.self, Check.self, AuditCommand.self, Explain.self, Scan.self, Update.self,
            ListRules.self,
            Create.self, Get.self, Suspend.self, Resume.self, Hook.self, Cache.self, Lsp.self,
        ])

    package init() {}
}

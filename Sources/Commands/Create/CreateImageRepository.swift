import ArgumentParser

/// `sluice create image repository`: an image to scan.
struct CreateImageRepository: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repository",
        abstract: "Print an ImageRepository: an image whose tags Flux lists.",
        discussion: """
            Examples:
              sluice create image repository web --image ghcr.io/org/web --interval 5m
              sluice create image repository web --image ghcr.io/org/web --secret-ref pull > web.yaml

            Exit status: 0 printed, 2 not printed, 64 a flag is wrong or missing.
            """)

    @OptionGroup var creation: CreationOptions

    @Option(
        parsing: .unconditional,
        help: "The image, without tag and digest, such as library/alpine.")
    var image = ""

    @Option(parsing: .unconditional, help: "How often to list its tags.")
    var interval = "1m"

    @Option(
        name: .customLong("secret-ref"), parsing: .unconditional,
        help: ArgumentHelp("The Secret with credentials for the registry.", valueName: "secret"))
    var secretReference = ""

    @Option(
        name: .customLong("cert-ref"), parsing: .unconditional,
        help: ArgumentHelp("The Secret with certificates for TLS.", valueName: "secret"))
    var certificateReference = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long listing may take; without it, as long as the interval.",
            valueName: "duration"))
    var scanTimeout = ""

    func validate() throws {
        _ = try manifest()
    }

    func run() async throws {
        try creation.print(manifest())
    }

    private func manifest() throws -> String {
        var flags = NewImageRepository.Flags()
        flags.image = image
        flags.interval = interval
        flags.scanTimeout = scanTimeout
        flags.secretReference = secretReference
        flags.certificateReference = certificateReference
        return try creation.manifest { (head) throws(CreationError) in
            try NewImageRepository(head, flags).manifest
        }
    }
}

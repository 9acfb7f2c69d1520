import ArgumentParser
import ImageReferences
import YAMLSyntax

/// `sluice create image repository`: an image to scan.
struct CreateImageRepository: CreationCommand {
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
    @OptionGroup var flags: NewImageRepository.Flags

    func manifest(_ head: ManifestHead) throws(CreationError) -> String {
        try NewImageRepository(head, flags).manifest
    }
}

/// An ImageRepository to be made of flags.
///
/// Source: flux2, `cmd/flux/create_image_repository.go`; image-reflector-controller, `api/v1`.
package struct NewImageRepository: Equatable, Sendable {
    /// The flags; empty texts are absent.
    package struct Flags: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: "The image, without tag and digest, such as library/alpine.")
        package var image = ""

        @Option(parsing: .unconditional, help: "How often to list its tags.")
        package var interval = "1m"

        @Option(
            name: .customLong("secret-ref"), parsing: .unconditional,
            help: ArgumentHelp("The Secret with credentials for the registry.", valueName: "secret")
        )
        package var secretReference = ""

        @Option(
            name: .customLong("cert-ref"), parsing: .unconditional,
            help: ArgumentHelp("The Secret with certificates for TLS.", valueName: "secret"))
        package var certificateReference = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "How long listing may take; without it, as long as the interval.",
                valueName: "duration"))
        package var scanTimeout = ""

        package init() {}
    }

    private let head: ManifestHead
    private let spec: [String: YAMLValue]

    package init(_ head: ManifestHead, _ flags: Flags) throws(CreationError) {
        let image = try FlagValues.required(flags.image, "--image")
        if let problem = ImageReference.problem(inRepositoryImage: image) {
            throw CreationError(
                "--image", reason: .malformed("\(problem)"), value: image, range: problem.range)
        }
        var spec: [String: YAMLValue] = [
            "image": .text(image),
            "interval": .text(try FlagValues.duration(flags.interval, "--interval")),
        ]
        if !flags.scanTimeout.isEmpty {
            let timeout = try FlagValues.duration(
                flags.scanTimeout, "--scan-timeout", units: ["ms", "s", "m"])
            // Flux takes a zero for no timeout.
            if timeout != "0s" { spec["timeout"] = .text(timeout) }
        }
        let secret = try FlagValues.reference(flags.secretReference, "--secret-ref")
        if !secret.isEmpty { spec["secretRef"] = ["name": .text(secret)] }
        let certificate = try FlagValues.reference(flags.certificateReference, "--cert-ref")
        if !certificate.isEmpty { spec["certSecretRef"] = ["name": .text(certificate)] }
        self.head = head
        self.spec = spec
    }

    package var manifest: String { head.manifest(of: "ImageRepository", spec: spec) }
}

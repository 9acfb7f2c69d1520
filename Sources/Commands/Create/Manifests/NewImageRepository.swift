import ImageReferences
import YAMLSyntax

/// An ImageRepository to be made of flags.
///
/// Source: flux2, `cmd/flux/create_image_repository.go`; image-reflector-controller, `api/v1`.
package struct NewImageRepository: Equatable, Sendable {
    /// The values of the flags; empty texts are absent.
    package struct Flags: Sendable {
        package var image = ""
        package var interval = "1m"
        package var scanTimeout = ""
        package var secretReference = ""
        package var certificateReference = ""

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

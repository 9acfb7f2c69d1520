import ImageReferences
import Testing

@testable import RegistryAccess
@testable import WebAccess

struct ManifestTests {
    private static let digest = "sha256:" + String(repeating: "a", count: 64)
    private static let ociImage = "application/vnd.oci.image.manifest.v1+json"
    private static let ociIndex = "application/vnd.oci.image.index.v1+json"
    private static let entry =
        #"{"mediaType": "application/x", "digest": "\#(digest)", "size": 7}"#

    private func manifest(_ body: String, type: String?) throws(RegistryError.Reason) -> Manifest {
        let answer = HTTPAnswer(
            status: 200, fields: type.map { [.init("Content-Type", $0)] } ?? [],
            body: Array(body.utf8))
        guard let digest = Digest(Self.digest) else { preconditionFailure() }
        return try Manifest(answer, digest: digest, reference: "1.0")
    }

    @Test(arguments: [
        ociImage, "\(ociImage); charset=utf-8",
        "application/vnd.docker.distribution.manifest.v2+json",
    ])
    func `the manifest of an image is read`(type: String) throws {
        let manifest = try manifest(#"{"config": \#(Self.entry), "layers": [{}]}"#, type: type)
        guard case .image(let configuration) = manifest.content else {
            Issue.record("no image")
            return
        }
        #expect(configuration.digest.text == Self.digest && configuration.size == 7)
    }

    @Test func `an index names its platforms`() throws {
        let entry = Self.entry.dropLast()
        let manifest = try manifest(
            """
            {"mediaType": "\(Self.ociIndex)", "manifests": [
              \(entry), "platform": {"os": "linux", "architecture": "arm64", "variant": "v8"}},
              \(entry), "platform": {"os": "linux", "architecture": "amd64"}}, \(Self.entry)]}
            """, type: nil)
        guard case .index(let images) = manifest.content else {
            Issue.record("no index")
            return
        }
        #expect(images.map(\.platform) == ["linux/arm64/v8", "linux/amd64", nil])
    }

    @Test(arguments: [
        // Both in one, or one sent as the other: two readers would see two images.
        (#"{"config": \#(entry), "layers": [], "manifests": []}"#, ociImage),
        (#"{"config": \#(entry), "layers": [], "manifests": []}"#, ociIndex),
        (#"{"config": \#(entry), "layers": []}"#, ociIndex),
        (#"{"mediaType": "\#(ociIndex)", "config": \#(entry), "layers": []}"#, ociImage),
        (#"{"manifests": []}"#, ociImage),
        (
            #"{"config": {"mediaType": "x", "digest": "sha256:0", "size": 1}, "layers": []}"#,
            ociImage
        ),
        (
            #"{"config": {"mediaType": "x", "digest": "\#(digest)", "size": -1}, "layers": []}"#,
            ociImage
        ),
        ("{", ociImage), ("[]", ociIndex),
    ])
    func `an ambiguous document is refused`(body: String, type: String) {
        #expect(throws: RegistryError.Reason.answer(.malformed(.manifest("1.0")))) {
            try manifest(body, type: type)
        }
    }

    @Test func `an old media type is named`() {
        let type = "application/vnd.docker.distribution.manifest.v1+prettyjws"
        #expect(throws: RegistryError.Reason.answer(.unsupportedMediaType(type))) {
            try manifest("{}", type: type)
        }
    }

    @Test(arguments: [
        ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha512",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func `a digest is that of the bytes`(algorithm: String, digits: String) {
        // "abc", from the standard FIPS 180-2.
        #expect(Digest(of: Array("abc".utf8), algorithm: algorithm)?.hexadecimal == digits)
    }
}

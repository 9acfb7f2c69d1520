import ImageReferences
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// The build time of an image for several platforms.
@Suite(.onOwnThreads)
struct BuildTimeTests {
    /// A platform, and the build time in its image.
    private typealias Part = (platform: String, created: String?)

    private static let image = "application/vnd.oci.image.manifest.v1+json"
    private static let index = "application/vnd.oci.image.index.v1+json"

    /// The blobs of a registry by their digests, and the index of all platforms.
    private struct Contents {
        private(set) var texts: [String: String] = [:]
        private(set) var index = ""

        init(_ parts: [Part]) {
            let entries = parts.map { part in
                let platform = part.platform.split(separator: "/")
                let created = part.created.map { #""created": "\#($0)", "# } ?? ""
                let configuration = add(
                    #"{\#(created)"os": "\#(platform[0])", "architecture": "\#(platform[1])"}"#)
                let manifest = add(#"{"config": {\#(configuration)}, "layers": []}"#)
                return """
                    {\(manifest), "platform": {"os": "\(platform[0])", \
                    "architecture": "\(platform[1])"}}
                    """
            }
            index = #"{"manifests": [\#(entries.joined(separator: ","))]}"#
        }

        /// Gives the descriptor of a text.
        private mutating func add(_ text: String) -> String {
            let digest = Digest(of: Array(text.utf8))?.text ?? ""
            texts[digest] = text
            let type = text.contains("layers") ? BuildTimeTests.image : "x"
            return
                #""mediaType": "\#(type)", "digest": "\#(digest)", "size": \#(text.utf8.count)"#
        }
    }

    private func outcome(
        of parts: [Part]
    ) async throws -> (time: String?, reason: RegistryError.Reason?) {
        let contents = Contents(parts)
        let server = try await ScriptedServer { request in
            let name = request.target.split(separator: "/").last.map(String.init) ?? ""
            if name == "1.0" {
                return .answer(200, contents.index, fields: ["Content-Type: \(Self.index)"])
            }
            guard let text = contents.texts[name] else {
                return .answer(request.target == "/v2/" ? 200 : 404, "{}")
            }
            let type = text.contains("layers") ? Self.image : "application/octet-stream"
            return .answer(200, text, fields: ["Content-Type: \(type)"])
        }
        let scene = try Scene()
        let image = try scene.image(server.port)
        do throws(RegistryError) {
            let time = try await scene.run { client throws(RegistryError) in
                try await client.buildTime(of: image, reference: "1.0")
            }
            return (time, nil)
        } catch {
            return (nil, error.reason)
        }
    }

    private static let (early, late) = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")

    @Test(
        arguments: [
            (
                "the usual platform alone counts", [("linux/arm64", late), ("linux/amd64", early)],
                early
            ),
            ("without it, the newest", [("linux/arm64", early), ("linux/s390x", late)], late),
            (
                "attestations are no platform",
                [("linux/arm64", early), ("unknown/unknown", late)], early
            ),
            ("one that does not tell", [("linux/arm64", early), ("linux/s390x", nil)], nil),
            (
                "times of two zones",
                [("linux/arm64", early), ("linux/s390x", "2026-01-01T00:00:00+01:00")], nil
            ),
            (
                "one of another zone", [("linux/arm64", "2026-01-01T00:00:00+01:00")],
                "2026-01-01T00:00:00+01:00"
            ),
        ] as [(String, [(String, String?)], String?)])
    func `the build time is that of the newest platform if the usual one is missing`(
        _ reason: String, _ parts: [(String, String?)], _ time: String?
    ) async throws {
        let outcome = try await outcome(of: parts.map { (platform: $0.0, created: $0.1) })
        #expect(outcome.reason == nil)
        #expect(outcome.time == time, "\(reason)")
    }

    @Test func `an index with no images or too many is refused`() async throws {
        let none = try await outcome(of: [("unknown/unknown", Self.early)])
        #expect(none.reason == .answer(.noImage))
        let many = try await outcome(of: (0..<33).map { ("plan9/\($0)", Self.early) })
        #expect(many.reason == .answer(.tooManyPlatforms(limit: 32)))
    }
}

import ImageReferences
import Testing

@testable import RegistryAccess
@testable import WebAccess

struct CopyErrorTests {
    private static let other = Digest("sha256:" + String(repeating: "b", count: 64))

    /// A reason of each kind, with hostile texts where others choose them.
    private func reasons() throws -> [CopyError.Reason] {
        let (other, hostile) = (try #require(Self.other), "\u{1B}[2J\n\u{202E}")
        let missing = AnswerProblem.notFound(.manifest(other.text))
        return [
            .invalidTag, .registry(RegistryError(.answer(missing), image: "r.io/org/app")),
            .tagHidden, .tagTaken(by: other), .tagImmutable(holding: other),
            .tagImmutable(holding: nil),
            .signaturesDiffer(tag: "sha256-b.sig", there: other, here: other),
            .refused(.manifest(hostile), status: 403, message: hostile.shown),
            .refused(.blob(other), status: 413, message: nil), .uploadMalformed(other),
            .readBackDiffers(other), .readBackDiffers(nil),
            .mediaTypeDiffers(other, sent: hostile, stated: hostile),
            .sizeDiffers(other, expected: 1, actual: 2), .tooDeep(limit: 3),
            .tooManyManifests(limit: 3), .manifestsTooLong(limit: 3), .tooManyBlobs(limit: 3),
            .tooManyReferrers(other, limit: 3), .referrersContended(tag: "sha256-b"),
        ]
    }

    @Test func `an error names both images, and is one line for people`() throws {
        let digest = try #require(Digest("sha256:" + String(repeating: "a", count: 64)))
        let copy = ImageCopy(
            source: try RegistryImage("r.io/org/app"), digest: digest,
            destination: try RegistryImage("s.io/prod/app"), tag: "prod-1")
        let start = "`r.io/org/app@\(digest.text)` is not copied to `s.io/prod/app:prod-1`: "
        for reason in try reasons() {
            let text = "\(CopyError(copy: copy, reason: reason))"
            #expect(text.hasPrefix(start))
            #expect(!text.hasSuffix(".") && !text.contains("limit:"))
            #expect(text.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value }, "\(text)")
            #expect(!text.contains("Digest(") && !text.dropFirst(start.count).isEmpty)
        }
    }

    @Test func `a taken tag shows both digests and the remedy`() throws {
        let (digest, other) = (
            try #require(Digest("sha256:" + String(repeating: "a", count: 64))),
            try #require(Self.other)
        )
        let image = try RegistryImage("r.io/org/app")
        let copy = ImageCopy(source: image, digest: digest, destination: image, tag: "prod-1")
        #expect(
            "\(CopyError(copy: copy, reason: .tagTaken(by: other)))"
                == "`r.io/org/app@\(digest.text)` is not copied to `r.io/org/app:prod-1`: the tag "
                + "exists with the digest `\(other.text)`, not `\(digest.text)`, and no tag is ever "
                + "moved; choose another tag")
    }
}

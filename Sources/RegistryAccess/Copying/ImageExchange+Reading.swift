import ImageReferences
import WebAccess

/// A tag at the destination of a copy.
enum TagState: Equatable, Sendable {
    case absent
    case holds(Digest)
    /// The registry answers with 403, for a missing repository or for this user.
    case hidden
}

extension ImageExchange {
    /// The manifest of a tag or digest with its bytes; nil where there is none.
    func copiedManifest(
        _ reference: String
    ) async throws(CopyError.Reason) -> CopiedManifest? {
        let answer: HTTPAnswer
        let digest: Digest
        do throws(RegistryError.Reason) {
            let request = try manifestRequest(reference, accepted: CopiedManifest.mediaTypes)
            answer = try await self.answer(to: request, about: .manifest(reference))
            digest = try verifiedDigest(
                of: answer.body, expected: Digest(reference) ?? Self.toldDigest(in: answer),
                .manifest(reference))
        } catch .answer(.notFound) {
            return nil
        } catch {
            throw .registry(RegistryError(error, image: image.name))
        }
        do throws(CopyError.Reason) {
            return try CopiedManifest(answer, digest: digest)
        } catch .registry(let error) {
            throw .registry(RegistryError(error.reason, image: image.name))
        } catch {
            throw error
        }
    }

    /// The state of a tag, by its headers where they say it.
    func state(ofTag tag: String) async throws(RegistryError.Reason) -> TagState {
        var request = try manifestRequest(tag, accepted: CopiedManifest.mediaTypes)
        request.method = .head
        var answer = try await anyAnswer(to: request)
        if answer.status == 405 || answer.status == 200 && Self.toldDigest(in: answer) == nil {
            request.method = .get
            answer = try await anyAnswer(to: request)
        }
        switch answer.status {
        case 404: return .absent
        case 403: return .hidden
        case 200:
            if let told = Self.toldDigest(in: answer), answer.body.isEmpty { return .holds(told) }
            let digest = try verifiedDigest(
                of: answer.body, expected: Self.toldDigest(in: answer), .manifest(tag))
            return .holds(digest)
        case let status: throw .answer(.unexpectedStatus(status, .manifest(tag)))
        }
    }

    /// Whether a manifest is there by its digest.
    func hasManifest(_ digest: Digest) async throws(RegistryError.Reason) -> Bool {
        var request = try manifestRequest(digest.text, accepted: CopiedManifest.mediaTypes)
        request.method = .head
        return try await anyAnswer(to: request).status == 200
    }

    /// Whether a blob is there; one whose store is elsewhere is, too.
    func hasBlob(_ digest: Digest) async throws(RegistryError.Reason) -> Bool {
        let request = HTTPRequest(
            method: .head, address: address("blobs/\(digest.text)"), bodyLimit: 1 << 16)
        return 200..<400 ~= (try await anyAnswer(to: request, redirects: .none)).status
    }
}

import ImageReferences
import WebAccess

/// An upload that the destination has opened, or the blob that it took over from elsewhere.
enum UploadStart: Equatable, Sendable {
    case mounted
    case session(WebAddress)
}

extension ImageExchange {
    /// Puts the bytes of a manifest as they are, under a tag or its digest.
    func put(
        _ bytes: [UInt8], type: String, reference: String
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        var request = try manifestRequest(reference)
        request.method = .put(.bytes(bytes, type: type))
        request.accepted = []
        request.keepsErrors = true
        return try await anyAnswer(to: request)
    }

    /// Asks the registry to take a blob over from another of its repositories, or for an upload.
    ///
    /// - Parameter repository: Never left out of a request to mount, which some registries refuse.
    func uploadAnswer(
        for digest: Digest, mountingFrom repository: String?
    ) async throws(RegistryError.Reason) -> (answer: HTTPAnswer, start: UploadStart?) {
        var address = address("blobs/uploads/")
        if let repository {
            address = address.appending(query: [("mount", digest.text), ("from", repository)])
        }
        let request = HTTPRequest(
            method: .post(.none), address: address, bodyLimit: 1 << 16, keepsErrors: true)
        let answer = try await anyAnswer(to: request)
        switch answer.status {
        case 201: return (answer, repository == nil ? nil : .mounted)
        case 202:
            let location = answer.values(of: "location").first.flatMap { address.resolving($0) }
            return (answer, location.map { .session($0) })
        default: return (answer, nil)
        }
    }

    /// Sends a blob whose content is a stream to an upload that was opened for it.
    func upload(
        _ content: ByteStream, of descriptor: Manifest.Descriptor, to session: WebAddress
    ) async throws(RegistryError.Reason) -> Result<HTTPAnswer, TransportFailure> {
        guard mayUpload(to: session) else { throw .answer(.redirectRefused(to: session)) }
        let target = session.appending(query: [("digest", descriptor.digest.text)])
        return await outcome(
            ofSending: HTTPRequest(
                method: .put(
                    .stream(
                        content, length: descriptor.size, type: "application/octet-stream")),
                address: target, bodyLimit: 1 << 16, keepsErrors: true))
    }

    /// Whether a blob may go to the address that the registry names: its own, or one with TLS.
    private func mayUpload(to session: WebAddress) -> Bool {
        session.hasSameOrigin(as: endpoint.address) || session.scheme == .https
    }
}

/// The words of a registry's error.
///
/// Source: OCI distribution specification, “Error Codes”; the body may be anything else.
enum RegistryMessage {
    /// Without what a terminal obeys, and cut.
    static func text(of answer: HTTPAnswer) -> String? {
        guard let document = JSON.value(Document.self, from: answer.body) else { return nil }
        let parts = document.errors.prefix(3).compactMap { error in
            [error.code, error.message].compactMap(\.self).filter { !$0.isEmpty }
                .joined(separator: ": ")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ").shown
    }

    /// Whether the registry says that a tag must not change.
    ///
    /// Source: the answers of ECR (400), Harbor (412), Docker Hub (403), Azure (405) and of
    /// Artifact Registry, as their users report them.
    static func saysImmutable(_ answer: HTTPAnswer) -> Bool {
        guard [400, 403, 405, 409, 412].contains(answer.status) else { return false }
        let text = String(decoding: answer.body, as: UTF8.self).lowercased()
        return ["immutable", "immutability", "cannot be overwritten", "disallowed"]
            .contains { text.contains($0) }
    }

    private struct Document: Decodable {
        struct Entry: Decodable {
            let code: String?
            let message: String?
        }

        let errors: [Entry]
    }
}

extension HTTPAnswer {
    /// The texts of `Warning: 299 - "…"`, which are for people.
    var warnings: [String] {
        values(of: "warning").compactMap { field in
            let parts = field.split(separator: "\"", omittingEmptySubsequences: false)
            guard field.hasPrefix("299 "), parts.count >= 3 else { return nil }
            return String(parts[1]).shown
        }
    }
}

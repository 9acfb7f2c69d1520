package import ImageReferences

extension RegistryClient {
    /// The digest that a tag stands for, as the registry tells it.
    ///
    /// Registries need not tell it without the manifest; then that is read and its digest computed.
    package func digest(
        of image: RegistryImage, tag: String
    ) async throws(RegistryError) -> Digest {
        try await call(about: image) { exchange throws(RegistryError.Reason) in
            if let digest = try await exchange.toldDigest(of: tag) { return digest }
            return try await exchange.manifest(tag).digest
        }
    }

    /// - Parameter reference: A tag or a digest; a manifest with another digest is refused.
    package func manifest(
        of image: RegistryImage, reference: String
    ) async throws(RegistryError) -> Manifest {
        try await call(about: image) { exchange throws(RegistryError.Reason) in
            try await exchange.manifest(reference)
        }
    }

    /// What the image says about itself, for one platform where it exists for several.
    package func imageConfiguration(
        of image: RegistryImage, reference: String, platform: String = "linux/amd64"
    ) async throws(RegistryError) -> ImageConfiguration {
        try await call(about: image) { exchange throws(RegistryError.Reason) in
            let manifest = try await exchange.manifest(reference)
            let descriptor = try await exchange.configuration(of: manifest, platform: platform)
            let bytes = try await exchange.blob(descriptor)
            guard let configuration = ImageConfiguration(bytes) else {
                throw .answer(.malformed(.blob(descriptor.digest.text)))
            }
            return configuration
        }
    }
}

extension ImageExchange {
    fileprivate func manifest(_ reference: String) async throws(RegistryError.Reason) -> Manifest {
        let answer = try await answer(
            to: try manifestRequest(reference), about: .manifest(reference))
        let expected = Digest(reference) ?? Self.toldDigest(in: answer)
        let digest = try verifiedDigest(
            of: answer.body, expected: expected, .manifest(reference))
        return try Manifest(answer, digest: digest, reference: reference)
    }

    /// Nil where the registry answers no HEAD request, or without a digest.
    fileprivate func toldDigest(of tag: String) async throws(RegistryError.Reason) -> Digest? {
        var request = try manifestRequest(tag)
        request.method = .head
        do throws(RegistryError.Reason) {
            return Self.toldDigest(in: try await answer(to: request, about: .manifest(tag)))
        } catch .answer(.unexpectedStatus(405, _)) {
            return nil
        } catch {
            throw error
        }
    }

    private static func toldDigest(in answer: HTTPAnswer) -> Digest? {
        answer.values(of: "docker-content-digest").first.flatMap { Digest($0) }
    }

    private func manifestRequest(
        _ reference: String
    ) throws(RegistryError.Reason) -> HTTPRequest {
        guard Tag(reference).isValid || Digest(reference) != nil else {
            throw .invalidReference(reference)
        }
        return HTTPRequest(
            address: address("manifests/\(reference)"), accepted: Manifest.mediaTypes,
            bodyLimit: Manifest.sizeLimit)
    }

    /// The configuration of the image itself, or of the index's image for the platform.
    fileprivate func configuration(
        of manifest: Manifest, platform: String
    ) async throws(RegistryError.Reason) -> Manifest.Descriptor {
        switch manifest.content {
        case .image(let configuration): return configuration
        case .index(let images):
            let image =
                images.first { $0.platform == platform }
                ?? images.first { $0.platform?.hasPrefix(platform + "/") ?? false }
            guard let image else { throw .answer(.noSuchPlatform(platform)) }
            let chosen = try await self.manifest(image.digest.text)
            guard case .image(let configuration) = chosen.content else {
                throw .answer(.malformed(.manifest(image.digest.text)))
            }
            return configuration
        }
    }

    /// The bytes of a small blob, which its digest proves.
    fileprivate func blob(
        _ descriptor: Manifest.Descriptor
    ) async throws(RegistryError.Reason) -> [UInt8] {
        let digest = descriptor.digest
        let request = HTTPRequest(
            address: address("blobs/\(digest.text)"),
            bodyLimit: min(descriptor.size, ImageConfiguration.sizeLimit))
        let answer = try await answer(
            to: request, about: .blob(digest.text), mayLeaveOrigin: true)
        _ = try verifiedDigest(of: answer.body, expected: digest, .blob(digest.text))
        return answer.body
    }

    /// The digest of bytes, by the algorithm that is expected.
    private func verifiedDigest(
        of bytes: [UInt8], expected: Digest?, _ subject: AnswerProblem.Subject
    ) throws(RegistryError.Reason) -> Digest {
        guard let digest = Digest(of: bytes, algorithm: expected?.algorithm ?? "sha256") else {
            preconditionFailure("a digest of an unknown algorithm")
        }
        guard expected == nil || digest == expected else {
            throw .answer(
                .digestMismatch(subject, expected: expected?.text ?? "", actual: digest.text))
        }
        return digest
    }
}

package import ImageReferences
import WebAccess

extension RegistryClient {
    /// The digest of a tag, as the registry tells it.
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

    /// When an image was built, as it says itself; nil where it does not.
    ///
    /// Each platform is a build of its own. Where that of most clusters is not among them, the
    /// image is as old as its newest one; none is the newest of times that are not in UTC alone.
    package func buildTime(
        of image: RegistryImage, reference: String
    ) async throws(RegistryError) -> String? {
        let configurations = try await imageConfigurations(of: image, reference: reference)
        let times = configurations.compactMap(\.created)
        guard times.count == configurations.count else { return nil }
        let areComparable = times.count == 1 || times.allSatisfy { $0.hasSuffix("Z") }
        return areComparable ? times.max() : nil
    }

    /// The configurations of an image: of one for several platforms, that of the platform which
    /// most clusters have, or of each if it is not among them.
    package func imageConfigurations(
        of image: RegistryImage, reference: String, platform: String = "linux/amd64"
    ) async throws(RegistryError) -> [ImageConfiguration] {
        try await call(about: image) { exchange throws(RegistryError.Reason) in
            let manifest = try await exchange.manifest(reference)
            var configurations: [ImageConfiguration] = []
            for descriptor in try await exchange.configurations(of: manifest, platform: platform) {
                let bytes = try await exchange.blob(descriptor)
                guard let configuration = ImageConfiguration(bytes) else {
                    throw .answer(.malformed(.blob(descriptor.digest.text)))
                }
                configurations.append(configuration)
            }
            return configurations
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

    static func toldDigest(in answer: HTTPAnswer) -> Digest? {
        answer.values(of: "docker-content-digest").first.flatMap { Digest($0) }
    }

    func manifestRequest(
        _ reference: String, accepted: [String] = Manifest.mediaTypes
    ) throws(RegistryError.Reason) -> HTTPRequest {
        guard Tag(reference).isValid || Digest(reference) != nil else {
            throw .invalidReference(reference)
        }
        return HTTPRequest(
            address: address("manifests/\(reference)"), accepted: accepted,
            bodyLimit: Manifest.sizeLimit)
    }

    /// The configuration of the image itself, or of the index's image for the platform, else of
    /// all its images; there is at least one.
    fileprivate func configurations(
        of manifest: Manifest, platform: String
    ) async throws(RegistryError.Reason) -> [Manifest.Descriptor] {
        guard case .index(let entries) = manifest.content else {
            return try [manifest.configuration(manifest.digest.text)]
        }
        let image =
            entries.first { $0.platform == platform }
            ?? entries.first { $0.platform?.hasPrefix(platform + "/") ?? false }
        let images = image.map { [$0] } ?? entries.filter(\.isImage)
        if images.isEmpty { throw .answer(.noImage) }
        guard images.count <= Self.platformLimit else {
            throw .answer(.tooManyPlatforms(limit: Self.platformLimit))
        }
        var configurations: [Manifest.Descriptor] = []
        for image in images {
            let reference = image.digest.text
            configurations.append(try await self.manifest(reference).configuration(reference))
        }
        return configurations
    }

    /// More platforms than any image is built for.
    private static let platformLimit = 32

    /// The bytes of a small blob, which its digest proves.
    fileprivate func blob(
        _ descriptor: Manifest.Descriptor
    ) async throws(RegistryError.Reason) -> [UInt8] {
        let digest = descriptor.digest
        let request = HTTPRequest(
            address: address("blobs/\(digest.text)"),
            bodyLimit: min(descriptor.size, ImageConfiguration.sizeLimit))
        let answer = try await answer(
            to: request, about: .blob(digest.text), redirects: .anywhere)
        _ = try verifiedDigest(of: answer.body, expected: digest, .blob(digest.text))
        return answer.body
    }

    /// The digest of bytes, by the algorithm that is expected.
    func verifiedDigest(
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

extension Manifest {
    /// That of an image; an index within an index is none.
    fileprivate func configuration(
        _ reference: String
    ) throws(RegistryError.Reason) -> Descriptor {
        guard case .image(let configuration) = content else {
            throw .answer(.malformed(.manifest(reference)))
        }
        return configuration
    }
}

extension Manifest.Descriptor {
    /// Whether it can run; what builds attest about themselves is beside it as `unknown/unknown`.
    fileprivate var isImage: Bool {
        Manifest.mediaTypes.contains(mediaType) && platform?.hasPrefix("unknown/") != true
    }
}

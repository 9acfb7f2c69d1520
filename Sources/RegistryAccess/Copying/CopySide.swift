import WebAccess

/// One side of a copy: an image, and what the token for it is to allow.
struct CopySide: Sendable {
    let client: RegistryClient
    let image: RegistryImage
    let scope: String

    static func source(of copy: ImageCopy, _ client: RegistryClient) -> CopySide {
        CopySide(client: client, image: copy.source, scope: copy.source.scope)
    }

    /// To take over blobs of another repository, one token must cover both.
    static func destination(of copy: ImageCopy, _ client: RegistryClient) -> CopySide {
        let writing = copy.destination.writingScope
        return CopySide(
            client: client, image: copy.destination,
            scope: copy.way == .sameRegistry ? "\(writing) \(copy.source.scope)" : writing)
    }

    /// Runs one step within a time limit, and names the image in its error.
    func ask<Value: Sendable>(
        limit: Duration? = nil,
        _ body: @escaping @Sendable (ImageExchange) async throws(RegistryError.Reason) -> Value
    ) async throws(CopyError.Reason) -> Value {
        do throws(RegistryError) {
            return try await client.call(about: image, scope: scope, limit: limit, body)
        } catch {
            throw .registry(error)
        }
    }

    /// As `ask`, for steps with errors of copies.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ImageExchange) async throws(CopyError.Reason) -> Value
    ) async throws(CopyError.Reason) -> Value {
        let result = try await ask { exchange throws(RegistryError.Reason) in
            await Result { () async throws(CopyError.Reason) in try await body(exchange) }
        }
        return try result.get()
    }

    func state(ofTag tag: String) async throws(CopyError.Reason) -> TagState {
        try await ask { exchange throws(RegistryError.Reason) in
            try await exchange.state(ofTag: tag)
        }
    }

    func manifest(_ reference: String) async throws(CopyError.Reason) -> CopiedManifest? {
        try await read { exchange throws(CopyError.Reason) in
            try await exchange.copiedManifest(reference)
        }
    }

    /// The error that the image has no such manifest.
    func missing(_ reference: String) -> CopyError.Reason {
        .registry(RegistryError(.answer(.notFound(.manifest(reference))), image: image.name))
    }
}

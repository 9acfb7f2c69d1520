import ImageReferences
import WebAccess

/// Copies one blob without holding it: taken over within a registry, else streamed.
struct BlobCopying: Sendable {
    enum Result: Equatable, Sendable {
        case mounted
        case streamed
    }

    let source: CopySide
    let destination: CopySide
    let way: ImageCopy.Way
    let limit: Duration
    let progress: @Sendable (_ bytes: Int) -> Void

    func copy(_ blob: Manifest.Descriptor) async throws(CopyError.Reason) -> Result {
        var start = try await mounted(blob.digest)
        if start == .mounted { return .mounted }
        let (options, web) = (destination.client.options, destination.client.web)
        var attempt = 1
        while true {
            var requested: Duration?
            do throws(CopyError.Reason) {
                if start == nil { start = try await opened(blob.digest) }
                guard case .session(let session) = start else { return .mounted }
                let answer = try await stream(blob, to: session)
                if [200, 201, 204].contains(answer.status) { return .streamed }
                requested = web.requestedPause(in: answer)
                throw .refused(
                    .blob(blob.digest), status: answer.status,
                    message: RegistryMessage.text(of: answer))
            } catch {
                let pause = options.retry.pause(
                    after: attempt, requested: requested, random: options.timing.random())
                guard error.isTemporary(inUpload: start != nil), let pause else { throw error }
                try await wait(pause)
                attempt += 1
                start = nil
            }
        }
    }

    /// Nil where the registry takes nothing over; then it may say so by an error, too.
    private func mounted(_ digest: Digest) async throws(CopyError.Reason) -> UploadStart? {
        guard way == .sameRegistry else { return nil }
        let repository = source.image.path
        do throws(CopyError.Reason) {
            return try await destination.ask { exchange throws(RegistryError.Reason) in
                try await exchange.uploadAnswer(for: digest, mountingFrom: repository).start
            }
        } catch .registry(let error) where error.reason.isAboutAccess {
            return nil
        } catch {
            throw error
        }
    }

    private func opened(_ digest: Digest) async throws(CopyError.Reason) -> UploadStart {
        let (answer, start) = try await destination.ask {
            exchange throws(RegistryError.Reason) in
            try await exchange.uploadAnswer(for: digest, mountingFrom: nil)
        }
        if let start { return start }
        guard !(200..<300).contains(answer.status) else { throw .uploadMalformed(digest) }
        throw .refused(
            .blob(digest), status: answer.status, message: RegistryMessage.text(of: answer))
    }

    private func stream(
        _ blob: Manifest.Descriptor, to session: WebAddress
    ) async throws(CopyError.Reason) -> HTTPAnswer {
        let content = try await source.ask { exchange throws(RegistryError.Reason) in
            try await exchange.download(
                HTTPRequest(
                    address: exchange.address("blobs/\(blob.digest.text)"), bodyLimit: blob.size),
                about: .blob(blob.digest.text))
        }
        let checked = CheckedContent(content, of: blob, progress: progress)
        let outcome = try await destination.ask(limit: limit) {
            exchange throws(RegistryError.Reason) in
            try await exchange.upload(checked.stream, of: blob, to: session)
        }
        if let failure = checked.failure { throw reason(failure, blob) }
        switch outcome {
        case .failure(let failure):
            throw .registry(
                RegistryError(
                    .transport(failure, host: session.host.description),
                    image: destination.image.name))
        case .success(let answer): return answer
        }
    }

    private func reason(
        _ failure: CheckedContent.Failure, _ blob: Manifest.Descriptor
    ) -> CopyError.Reason {
        switch failure {
        case .size(let actual): .sizeDiffers(blob.digest, expected: blob.size, actual: actual)
        case .digest(let actual):
            .registry(
                RegistryError(
                    .answer(
                        .digestMismatch(
                            .blob(blob.digest.text), expected: blob.digest.text,
                            actual: actual?.text ?? "")), image: source.image.name))
        case .broken:
            .registry(
                RegistryError(
                    .transport(.connectionLost, host: source.image.host.description),
                    image: source.image.name))
        }
    }

    private func wait(_ pause: Duration) async throws(CopyError.Reason) {
        do throws(CancellationError) {
            try await destination.client.options.timing.pause(pause)
        } catch {
            throw .registry(
                RegistryError(
                    .transport(.cancelled, host: destination.image.host.description),
                    image: destination.image.name))
        }
    }
}

extension CopyError.Reason {
    /// Whether the same blob may get through at another attempt: an upload or a token may have
    /// expired meanwhile, too.
    fileprivate func isTemporary(inUpload: Bool) -> Bool {
        switch self {
        case .refused(_, let status, _):
            inUpload && [401, 404, 416].contains(status) || RetryPolicy.isTemporary(status: status)
        case .registry(let error):
            switch error.reason {
            case .transport(let failure, _): failure.isTemporary
            case .answer(.unexpectedStatus(let status, _)): RetryPolicy.isTemporary(status: status)
            default: false
            }
        default: false
        }
    }
}

extension RegistryError.Reason {
    fileprivate var isAboutAccess: Bool {
        if case .access = self { true } else { false }
    }
}

package import CloudRegistries
package import ImageReferences
package import WebAccess

/// The reason why a registry gave no answer that can be used.
package struct RegistryError: Error, Equatable, Sendable {
    package enum Reason: Error, Equatable, Sendable {
        case invalidImage(ReferenceProblem)
        /// A variable or a template is in the name.
        case incompleteImage
        /// Neither a tag nor a digest.
        case invalidReference(String)
        case settings(SettingsProblem)
        /// This machine's identity in a cloud became no login.
        case cloud(CloudError)
        case access(AccessProblem)
        case answer(AnswerProblem)
        case transport(TransportFailure, host: String)
        /// All that was needed for one image took too long.
        case timedOut(limitSeconds: Int)
    }

    package let reason: Reason
    /// As the user wrote it; nil where no single image is concerned.
    package let image: String?

    init(_ reason: Reason, image: String? = nil) {
        self.reason = reason
        self.image = image
    }
}

extension RegistryError: CustomStringConvertible {
    package var description: String {
        image.map { "`\($0.shown)`: \(reason)" } ?? "\(reason)"
    }
}

extension RegistryError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidImage(let problem): "not the name of an image repository: \(problem)"
        case .incompleteImage: "a variable in the name is not resolved; give its value"
        case .invalidReference(let text): "`\(text.shown)` is neither a tag nor a digest"
        case .settings(let problem): "\(problem)"
        case .cloud(let problem): "\(problem)"
        case .access(let problem): "\(problem)"
        case .answer(let problem): "\(problem)"
        case .transport(let failure, let host): "\(WebProblem.transport(failure, host: host))"
        case .timedOut(let seconds): "gave up after \(seconds) s"
        }
    }
}

extension RegistryError.Reason {
    /// The status of the answer that refused what was asked; nil where none did.
    package var status: Int? {
        switch self {
        case .answer(.unexpectedStatus(let status, _)): status
        case .answer(.notFound): 404
        case .answer(.rateLimited): 429
        case .access(.credentialsMissing), .access(.credentialsRefused): 401
        case .access(.denied): 403
        default: nil
        }
    }

    /// The same reason in the words of registries.
    init(_ problem: WebProblem) {
        self =
            switch problem {
            case .transport(let failure, let host): .transport(failure, host: host)
            case .rateLimited(let server, let attempts):
                .answer(.rateLimited(server: server, attempts: attempts))
            case .redirectRefused(let target): .answer(.redirectRefused(to: target))
            case .tooManyRedirects(let limit): .answer(.tooManyRedirects(limit: limit))
            }
    }
}

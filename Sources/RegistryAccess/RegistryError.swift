package import ImageReferences

/// The reason why a registry gave no answer that can be used.
package struct RegistryError: Error, Equatable, Sendable {
    package enum Reason: Error, Equatable, Sendable {
        case invalidImage(ReferenceProblem)
        /// A variable or a template is in the name.
        case incompleteImage
        /// Neither a tag nor a digest.
        case invalidReference(String)
        case settings(SettingsProblem)
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
        case .access(let problem): "\(problem)"
        case .answer(let problem): "\(problem)"
        case .transport(let failure, let host): failure.text(host: host)
        case .timedOut(let seconds): "gave up after \(seconds) s"
        }
    }
}

extension TransportFailure {
    fileprivate func text(host: String) -> String {
        switch self {
        case .cancelled: "cancelled"
        case .timedOut(let seconds): "`\(host)` did not answer in full within \(seconds) s"
        case .bodyTooLong(let limit): "the answer of `\(host)` is longer than \(limit) bytes"
        case .untrustedCertificate:
            "the certificate of `\(host)` is not trusted: it is expired, for another name or from "
                + "an unknown authority; renew it, or give the authority's certificate"
        case .noEncryption: "`\(host)` does not speak TLS"
        case .noConnection(let problem): "cannot connect to `\(host)`: \(problem.text)"
        case .connectionLost: "`\(host)` broke the connection before the end of its answer"
        case .malformed: "the answer of `\(host)` is not HTTP"
        case .proxy: "the proxy did not connect to `\(host)`; check the proxy's address and rules"
        }
    }
}

extension ConnectionProblem {
    fileprivate var text: String {
        switch self {
        case .unknownName: "no name server knows it"
        case .refused: "it refuses connections"
        case .unreachable: "there is no way to it"
        case .noAnswer: "no answer"
        case .other(let code): "error \(code) of the system"
        }
    }
}

extension String {
    /// Short, and without what a terminal obeys: for texts that others chose.
    var shown: String {
        let limit = 200
        let text = unicodeScalars.prefix(limit).map { scalar in
            scalar.isASCII && (0x20..<0x7F).contains(scalar.value)
                ? String(scalar) : scalar.escaped(asASCII: true)
        }.joined()
        return unicodeScalars.count > limit ? text + "…" : text
    }
}

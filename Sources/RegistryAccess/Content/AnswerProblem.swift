package import WebAccess

/// A fault in a registry's answer.
package enum AnswerProblem: Error, Equatable, Sendable {
    /// The subject of the answer.
    package enum Subject: Equatable, Sendable {
        case tags
        case manifest(String)
        case blob(String)
        case referrers(String)
        case token(server: String)
    }

    case notFound(Subject)
    case rateLimited(server: String, attempts: Int)
    case unexpectedStatus(Int, Subject)
    case malformed(Subject)
    case digestMismatch(Subject, expected: String, actual: String)
    case unsupportedMediaType(String)
    /// An index without anything that can run.
    case noImage
    case tooManyPlatforms(limit: Int)
    /// Nil for what is no address of `http` or `https`.
    case redirectRefused(to: WebAddress?)
    case tooManyRedirects(limit: Int)
    case linkRefused(to: WebAddress?)
    case linkCycle
    case tooManyPages(limit: Int)
    case tooManyTags(limit: Int)
    case tagsTooLong(limit: Int)
    case invalidTag
}

extension AnswerProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound(let subject): "the registry has no \(subject) (404)"
        case .rateLimited(let server, let attempts):
            "\(WebProblem.rateLimited(server: server, attempts: attempts))"
        case .unexpectedStatus(let status, let subject):
            "the request for the \(subject) was answered with the status \(status)"
        case .malformed(let subject): "the \(subject) in the answer cannot be read"
        case .digestMismatch(let subject, let expected, let actual):
            "the \(subject) has the digest `\(actual.shown)` instead of `\(expected.shown)`; "
                + "do not trust it"
        case .unsupportedMediaType(let type):
            "the type of manifest `\(type.shown)` is not supported"
        case .noImage: "the image exists for no platform"
        case .tooManyPlatforms(let limit): "the image exists for more than \(limit) platforms"
        case .redirectRefused(let target):
            "the registry redirects to \(target.shown), which is not followed"
        case .tooManyRedirects(let limit): "\(WebProblem.tooManyRedirects(limit: limit))"
        case .linkRefused(let target):
            "the next page of the list is at \(target.shown), which is not the registry"
        case .linkCycle: "the next page of the list is one that was read before"
        case .tooManyPages(let limit): "the list takes more than \(limit) pages"
        case .tooManyTags(let limit): "the image has more than \(limit) tags"
        case .tagsTooLong(let limit): "the list of tags is longer than \(limit) bytes"
        case .invalidTag: "the list of tags holds one that no image can have"
        }
    }
}

extension AnswerProblem.Subject: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tags: "list of tags"
        case .manifest(let reference): "manifest `\(reference.shown)`"
        case .blob(let digest): "blob `\(digest.shown)`"
        case .referrers(let name): "list of what refers to `\(name.shown)`"
        case .token(let server): "token from `\(server)`"
        }
    }
}

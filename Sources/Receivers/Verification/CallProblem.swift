/// Why a call is not accepted; what it sent is in none of them.
package enum CallProblem: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    /// Only POST is taken.
    case method
    /// The receiver is suspended or not ready.
    case closed
    case missingField(String)
    case malformedField(String)
    case malformedBody(expected: String)
    /// The type of its content is not one that the sender has.
    case mediaType
    case wrongSignature
    case wrongToken
    /// Of an identity token.
    case wrongClaim(String)
    case unknownKey
    /// The keys of the issuer cannot be had now.
    case keysUnavailable

    /// The status of the answer.
    ///
    /// A call that is merely of no use is none of these: senders switch off what answers with
    /// errors.
    package var status: Int {
        switch self {
        case .tooLong: 413
        case .method: 405
        case .closed, .keysUnavailable: 503
        case .malformedBody, .mediaType: 400
        case .missingField, .malformedField, .wrongSignature, .wrongToken, .wrongClaim,
            .unknownKey:
            403
        }
    }
}

extension CallProblem: CustomStringConvertible {
    /// One clause, lower case, no full stop.
    package var description: String {
        switch self {
        case .tooLong(let limit): "its body is longer than \(limit) bytes"
        case .method: "it is no POST"
        case .closed: "the receiver is suspended or not ready"
        case .missingField(let name): "it has no header field `\(name)`"
        case .malformedField(let name): "its header field `\(name)` is malformed"
        case .malformedBody(let expected): "its body is not \(expected)"
        case .mediaType: "its content type is neither JSON nor a form"
        case .wrongSignature: "its signature does not match the token and the body"
        case .wrongToken: "its token is not that of the Secret"
        case .wrongClaim(let name): "the claim `\(name)` of its token is not the expected one"
        case .unknownKey: "its token is signed with an unknown key"
        case .keysUnavailable: "the keys of the issuer cannot be fetched"
        }
    }
}

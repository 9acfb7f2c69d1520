/// The answer to a call, with what it asks for.
package struct ReceiverAnswer: Sendable {
    /// Why a call has this answer: for logs and counters, without a secret.
    package enum Reason: String, Sendable {
        case accepted, ping
        case unlistedEvent = "event not listed"
        case noNewTag = "no new tag of an image"
        case nothingMatches = "no resource matches"
        case suspended
        case notReady = "not ready"
        case method = "not a POST"
        case forged = "not authentic"
        case malformed
        case keysUnavailable = "keys of the issuer not available"
    }

    package let reason: Reason
    /// Nil where there is nothing to do.
    package let hint: ImageHint?
    /// The id that the sender gave to this delivery, to know repeats by; at most 128 bytes.
    package let delivery: String?

    init(_ reason: Reason, hint: ImageHint? = nil, delivery: String? = nil) {
        self.reason = reason
        self.hint = hint
        self.delivery = delivery
    }

    /// 2xx for all that is authentic, of use or not: GitLab and others switch off what answers
    /// otherwise, and Pub/Sub would send it again for a week.
    package var status: Int {
        switch reason {
        case .accepted: 202
        case .ping, .unlistedEvent, .noNewTag, .nothingMatches: 200
        case .malformed: 400
        case .forged: 401
        case .method: 405
        case .suspended, .notReady, .keysUnavailable: 503
        }
    }
}

/// A request to a receiver, as it came over HTTP.
package struct ReceiverCall: Sendable {
    package var method: String
    /// The request target as sent, with query; a secret.
    package var target: String
    /// In order; names in lower case.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]

    package init(
        method: String, target: String, fields: [(name: String, value: String)], body: [UInt8]
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }
}

/// The receivers that can be called now.
package protocol ReceiverEndpoints: Sendable {
    /// Asked before the body is read: nil where there is no receiver.
    ///
    /// Counts the call, so that too many are turned away before they cost anything.
    func admission(ofTarget target: String) async -> ReceiverAdmission?

    /// Verifies the call, notes what it names, and returns at once: the status of the answer.
    func status(of call: ReceiverCall) async -> Int
}

/// Whether a receiver takes a call now.
package enum ReceiverAdmission: Sendable {
    case open
    /// Answered with 429 and the seconds after which another call is welcome.
    case tooMany(retryAfterSeconds: Int)
    /// Answered with 503: the receiver is suspended or has no valid Secret.
    case closed
}

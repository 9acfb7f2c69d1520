/// The answer to a call, and its effects.
package struct ReceiverOutcome: Sendable {
    /// A receiver that took the call, and what it is to cause.
    package struct Acceptance: Sendable {
        package let receiver: Receiver
        package let hint: ReceiverHint
        /// Warnings for the log, to be said once; each one clause.
        package let notes: [String]
    }

    /// Of the answer, which is empty.
    package let status: Int
    /// Empty for a call that is refused; of no use, with empty hints, for one that is ignored.
    package let acceptances: [Acceptance]
    /// Why it was refused.
    package let problem: CallProblem?
    /// By which a call that is sent again is known; nil where the sender has none.
    package let deliveryID: String?
}

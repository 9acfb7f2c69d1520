/// Answers calls: verifies them, and finds what they are to cause.
///
/// It asks no registry and waits for nothing but the keys of Google's tokens.
package struct ReceiverDesk: Sendable {
    private let tokens: IdentityTokens

    package init(tokens: IdentityTokens) {
        self.tokens = tokens
    }

    /// The outcome of a call at one of the receivers of its path; 404 without any.
    ///
    /// The first problem decides on the answer, unless another receiver takes the call. Runs on its
    /// own: a large payload holds up nobody else.
    @concurrent package func outcome(
        of call: ReceiverCall, at receivers: [ServedReceiver]
    ) async -> ReceiverOutcome {
        var acceptances: [ReceiverOutcome.Acceptance] = []
        var problem: CallProblem?
        var deliveryID: String?
        for receiver in receivers {
            do throws(CallProblem) {
                let payload = try await payload(of: call, at: receiver)
                deliveryID = deliveryID ?? DeliveryID.text(of: call, payload)
                acceptances.append(acceptance(of: call, payload, by: receiver))
            } catch {
                problem = problem ?? error
            }
        }
        let status = acceptances.isEmpty ? problem?.status ?? 404 : 200
        return ReceiverOutcome(
            status: status, acceptances: acceptances,
            problem: acceptances.isEmpty ? problem : nil, deliveryID: deliveryID)
    }

    private func payload(
        of call: ReceiverCall, at served: ServedReceiver
    ) async throws(CallProblem) -> JSONValue? {
        guard call.method == "POST" else { throw .method }
        guard !served.isClosed, let type = served.receiver.type,
            let credentials = served.credentials
        else { throw .closed }
        guard call.body.count <= CallVerification.bodyLimit else {
            throw .tooLong(limit: CallVerification.bodyLimit)
        }
        return try await CallVerification(type: type, credentials: credentials, tokens: tokens)
            .payload(of: call)
    }

    /// Of an authentic call, also one of no use.
    private func acceptance(
        of call: ReceiverCall, _ payload: JSONValue?, by served: ServedReceiver
    ) -> ReceiverOutcome.Acceptance {
        let receiver = served.receiver
        var resolution = HintResolution(
            Announcement(payload, of: call),
            request: receiver.hasFilters
                ? FilterRequest.value(of: payload, in: call, type: receiver.type) : .map([:]))
        if receiver.takes(call) { resolution.resolve(receiver, among: served.targets) }
        return ReceiverOutcome.Acceptance(
            receiver: receiver, hint: resolution.hint, notes: resolution.notes)
    }
}

extension Receiver {
    fileprivate var hasFilters: Bool {
        filter != nil || resources.contains { $0.filter != nil }
    }

    /// Whether it lists the event, or lists none; without case, as in Flux.
    fileprivate func takes(_ call: ReceiverCall) -> Bool {
        guard let field = type?.eventField, !events.isEmpty else { return true }
        return events.contains(call.value(of: field)?.lowercased() ?? "")
    }
}

import RepositoryLinking

extension ReceiverTable.Entry {
    /// Verifies a call and tells what it asks for; does nothing itself.
    ///
    /// - Parameter seconds: The time since 1970.
    package func answer(
        to call: ReceiverCall, now seconds: Double, googleTokens: GoogleTokens
    ) async -> ReceiverAnswer {
        if receiver.isSuspended { return ReceiverAnswer(.suspended) }
        guard problem == nil, let type = receiver.type else { return ReceiverAnswer(.notReady) }
        guard call.method == "POST" else { return ReceiverAnswer(.method) }
        switch type {
        case .gcr:
            guard let token = call.bearer, let email, let audience else {
                return ReceiverAnswer(.forged)
            }
            switch await googleTokens.verdict(
                on: token, email: email, audience: audience, now: seconds)
            {
            case .authentic: break
            case .forged: return ReceiverAnswer(.forged)
            case .keysUnavailable: return ReceiverAnswer(.keysUnavailable)
            }
        default:
            guard call.isAuthentic(for: type, token: token) else { return ReceiverAnswer(.forged) }
        }
        return answer(toAuthentic: call, type)
    }

    private func answer(toAuthentic call: ReceiverCall, _ type: ReceiverType) -> ReceiverAnswer {
        guard let body = call.payloadBytes(for: type) else { return ReceiverAnswer(.malformed) }
        let payload = Payload(body)
        guard payload?.hasShape(of: type) ?? !type.needsJSON else {
            return ReceiverAnswer(.malformed)
        }
        let delivery = call.delivery(of: payload)
        let event = call.event(for: type)?.lowercased()
        if let event, event == "ping" || event == "diagnostics:ping" {
            return ReceiverAnswer(.ping, delivery: delivery)
        }
        if type.hasEvents, !receiver.events.isEmpty, !receiver.events.contains(event ?? "") {
            return ReceiverAnswer(.unlistedEvent, delivery: delivery)
        }
        let images = payload.flatMap(ImageEvents.images)
        if images?.isEmpty == true { return ReceiverAnswer(.noNewTag, delivery: delivery) }
        let hint = reach.hint(of: repository, images: images)
        return hint.isEmpty
            ? ReceiverAnswer(.nothingMatches, delivery: delivery)
            : ReceiverAnswer(.accepted, hint: hint, delivery: delivery)
    }
}

extension ReceiverType {
    fileprivate var needsJSON: Bool {
        switch self {
        case .generic, .genericHMAC, .genericOIDC, .gitlab, .harbor: false
        default: true
        }
    }
}

extension Payload {
    /// Whether the parts are there without which Flux refuses a call of the type.
    fileprivate func hasShape(of type: ReceiverType) -> Bool {
        switch type {
        case .cdevents:
            ["id", "source", "type", "timestamp"].allSatisfy { self["context", $0]?.string != nil }
                && self["subject"]?.isObject == true
        case .gcr: self["message"]?.isObject == true
        case .github, .bitbucket, .dockerhub, .quay, .acr, .nexus: isObject
        default: true
        }
    }
}

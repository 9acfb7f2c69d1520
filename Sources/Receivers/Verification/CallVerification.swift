/// Whether calls of a receiver are authentic, by its type.
///
/// Source: fluxcd/notification-controller, `internal/server/receiver_handlers.go`.
struct CallVerification: Sendable {
    /// As notification-controller 1.9 has it.
    static let bodyLimit = 3 << 20

    let type: ReceiverType
    let credentials: ReceiverCredentials
    let tokens: IdentityTokens

    /// Returns the payload, where it is JSON and has to be, or may be.
    func payload(of call: ReceiverCall) async throws(CallProblem) -> JSONValue? {
        switch type {
        case .generic: return JSONValue(call.body)
        case .genericHMAC:
            try checkSignature(BodySignature.init, in: ["x-signature"], of: call)
            return JSONValue(call.body)
        case .github, .bitbucket:
            try checkSignature(
                BodySignature.init, in: ["x-hub-signature-256", "x-hub-signature"], of: call)
            return try formOrJSON(call)
        case .nexus:
            try checkSignature(
                { BodySignature(digits: $0, .sha1) }, in: ["x-nexus-webhook-signature"], of: call)
            return try json(call.body)
        case .gitlab:
            try checkToken(in: "x-gitlab-token", of: call)
            return try json(call.body)
        case .harbor:
            try checkToken(in: "authorization", of: call)
            return try json(call.body)
        // Nothing but their secret path tells who calls them.
        case .dockerHub, .quay, .acr: return try json(call.body)
        case .cdEvents:
            let event = try json(call.body)
            guard event["context", "type"]?.text != nil, event["context", "id"]?.text != nil else {
                throw .malformedBody(expected: "a CDEvent with a context")
            }
            return event
        case .gcr:
            try await checkIdentity(of: call)
            return try json(call.body)
        case .genericOIDC: throw .closed
        }
    }

    // MARK: Parts

    /// The first of the header fields that is there decides.
    private func checkSignature(
        _ read: (String) -> BodySignature?, in names: [String], of call: ReceiverCall
    ) throws(CallProblem) {
        for name in names {
            guard let text = call.value(of: name) else { continue }
            guard let signature = read(text) else { throw .malformedField(name) }
            guard signature.isValid(for: call.body, key: credentials.token) else {
                throw .wrongSignature
            }
            return
        }
        throw .missingField(names[0])
    }

    private func checkToken(in name: String, of call: ReceiverCall) throws(CallProblem) {
        guard let sent = call.value(of: name) else { throw .missingField(name) }
        guard credentials.token.isEqual(to: sent.utf8) else { throw .wrongToken }
    }

    private func checkIdentity(of call: ReceiverCall) async throws(CallProblem) {
        guard let email = credentials.email, let audience = credentials.audience else {
            throw .closed
        }
        guard let field = call.value(of: "authorization") else {
            throw .missingField("authorization")
        }
        let parts = field.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw .malformedField("authorization")
        }
        let claims = try await tokens.claims(of: String(parts[1]))
        guard audience.isEqual(to: claims.audience.utf8) else { throw .wrongClaim("aud") }
        guard email.isEqual(to: claims.email.utf8) else { throw .wrongClaim("email") }
    }

    private func json(_ body: [UInt8]) throws(CallProblem) -> JSONValue {
        guard let value = JSONValue(body) else {
            throw .malformedBody(expected: "JSON within the limits of depth and count")
        }
        return value
    }

    /// GitHub and Bitbucket send JSON, or a form that has it as `payload`.
    private func formOrJSON(_ call: ReceiverCall) throws(CallProblem) -> JSONValue {
        switch call.mediaType {
        case "application/json": return try json(call.body)
        case "application/x-www-form-urlencoded":
            guard let payload = FormPayload.value(of: "payload", in: call.body) else {
                throw .malformedBody(expected: "a form with a `payload`")
            }
            return try json(payload)
        default: throw .mediaType
        }
    }
}

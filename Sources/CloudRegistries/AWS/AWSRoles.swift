import WebAccess

/// Roles that AWS's token service (STS) lets somebody assume.
struct AWSRoles: Sendable {
    let context: CloudContext
    let region: String
    let domain: String

    /// For a token of another identity provider; the request needs no signature.
    func key(
        ofRole role: String, session: String?, webIdentity token: Secret
    ) async throws(CloudError) -> AWSKey {
        let form = FormEncoding.text([
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
            ("RoleSessionName", session ?? "sluice"), ("WebIdentityToken", token.revealed),
        ])
        return try await key(
            from: HTTPRequest(
                method: .post(.form(Secret(form))), address: try address,
                accepted: ["application/json"], bodyLimit: CloudContext.answerLimit),
            need: "the role trusts the identity provider of the token in "
                + "`AWS_WEB_IDENTITY_TOKEN_FILE`, and that the token is for `sts.amazonaws.com`")
    }

    /// For another key.
    func key(
        ofRole role: String, session: String?, externalID: String?, source: AWSKey
    ) async throws(CloudError) -> AWSKey {
        let form = FormEncoding.text(
            [
                ("Action", "AssumeRole"), ("Version", "2011-06-15"), ("RoleArn", role),
                ("RoleSessionName", session ?? "sluice"),
            ] + (externalID.map { [("ExternalId", $0)] } ?? []))
        let signature = AWSSignature(
            key: source, region: region, service: "sts", time: CloudTime.compact(context.now))
        return try await key(
            from: signature.request(
                to: try address, type: "application/x-www-form-urlencoded", body: form,
                accepted: ["application/json"]),
            need: "the role of the AWS profile trusts the identity that assumes it")
    }

    private var address: WebAddress {
        get throws(CloudError) {
            try context.awsAddress(
                host: "sts.\(region).\(domain)", variable: "AWS_ENDPOINT_URL_STS")
        }
    }

    private func key(from request: HTTPRequest, need: String) async throws(CloudError) -> AWSKey {
        let service = "AWS STS"
        let answer = try await context.answer(to: request, of: service, need: need)
        guard let key = Self.key(in: answer.body) else { throw .malformedAnswer(service: service) }
        return key
    }

    /// Reads JSON, or the XML that STS answers with unless it heeds `Accept`.
    private static func key(in body: [UInt8]) -> AWSKey? {
        if let answer = JSON.value([String: Answer].self, from: body)?.values.first,
            let credentials = answer.result?.Credentials
        {
            return AWSKey(
                id: credentials.AccessKeyId, secret: credentials.SecretAccessKey,
                session: credentials.SessionToken)
        }
        let text = String(decoding: body, as: UTF8.self)
        guard let id = XMLText.value(of: "AccessKeyId", in: text),
            let secret = XMLText.value(of: "SecretAccessKey", in: text),
            let session = XMLText.value(of: "SessionToken", in: text)
        else { return nil }
        return AWSKey(id: id, secret: secret, session: session)
    }

    // The names in the documents.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Answer: Decodable {
        let AssumeRoleWithWebIdentityResult: Result?
        let AssumeRoleResult: Result?

        var result: Result? { AssumeRoleWithWebIdentityResult ?? AssumeRoleResult }

        struct Result: Decodable {
            let Credentials: Credentials
        }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    fileprivate struct Credentials: Decodable {
        let AccessKeyId: String
        let SecretAccessKey: String
        let SessionToken: String
    }
}

extension CloudContext {
    /// The address of one of AWS's services, or the one that the user's variable names instead.
    func awsAddress(host: String, variable name: String) throws(CloudError) -> WebAddress {
        for name in [name, "AWS_ENDPOINT_URL"] {
            guard let text = variable(name) else { continue }
            guard let address = WebAddress(text) else { throw .malformedSetting("`\(name)`") }
            guard address.scheme == .https || address.host.isLoopback else {
                throw .addressRefused("\(address)", setting: "`\(name)`")
            }
            return address
        }
        guard let host = WebHost(host) else { throw .malformedSetting("the region") }
        return WebAddress(scheme: .https, host: host, path: "/")
    }
}

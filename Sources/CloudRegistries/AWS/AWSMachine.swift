import WebAccess

extension AWSIdentity {
    /// Hosts that plain HTTP may get a container's token, beside this machine.
    private static let containerHosts = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]

    /// The key that ECS or EKS Pod Identity has for the container; nil outside of both.
    func containerKey() async throws(CloudError) -> AWSKey? {
        guard let address = try containerAddress() else { return nil }
        var request = HTTPRequest(address: address, bodyLimit: CloudContext.answerLimit)
        if let file = context.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
            request.authorization = Authorization(
                value: try context.token(
                    inFile: file, namedBy: "`AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE`"))
        } else if let token = context.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN") {
            request.authorization = Authorization(value: Secret(token))
        }
        guard request.authorization?.isSendable ?? true else {
            throw .malformedSetting("`AWS_CONTAINER_AUTHORIZATION_TOKEN`")
        }
        let service = "the container's credentials service"
        let answer = try await context.answer(
            to: request, of: service, need: "the task or the pod has a role")
        return try key(in: answer, of: service)
    }

    private func containerAddress() throws(CloudError) -> WebAddress? {
        if let path = context.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
            guard path.hasPrefix("/"), let address = WebAddress("http://169.254.170.2\(path)")
            else { throw .malformedSetting("`AWS_CONTAINER_CREDENTIALS_RELATIVE_URI`") }
            return address
        }
        let name = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
        guard let text = context.variable(name) else { return nil }
        guard let address = WebAddress(text) else { throw .malformedSetting("`\(name)`") }
        guard
            address.scheme == .https || address.host.isLoopback
                || Self.containerHosts.contains(address.host.name)
        else { throw .addressRefused("\(address)", setting: "`\(name)`") }
        return address
    }

    /// The key of the instance's role (IMDSv2); nil if there is no such service.
    func instanceKey() async throws(CloudError) -> AWSKey? {
        guard context.variable("AWS_EC2_METADATA_DISABLED")?.lowercased() != "true" else {
            return nil
        }
        let base = try instanceService()
        let lifetime = HTTPField("X-aws-ec2-metadata-token-ttl-seconds", "300")
        guard let address = base.resolving("/latest/api/token"),
            let roles = base.resolving("/latest/meta-data/iam/security-credentials/")
        else { return nil }
        let start = await context.probe(
            "AWS",
            HTTPRequest(
                method: .put(.none), address: address, fields: [lifetime],
                bodyLimit: CloudContext.answerLimit))
        // Other clouds have another service at the same address.
        guard let start, start.status == 200 else { return nil }
        let token = Authorization(
            field: "X-aws-ec2-metadata-token",
            value: Secret(String(decoding: start.body, as: UTF8.self).trimmed))
        guard token.isSendable else { return nil }
        let service = "the instance metadata service"
        let need = "the instance has a role"
        let names = try await context.answer(
            to: HTTPRequest(
                address: roles, authorization: token, bodyLimit: CloudContext.answerLimit),
            of: service, need: need)
        let role = String(decoding: names.body, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first.map { String($0).trimmed }
        guard let role, let place = roles.resolving("\(roles.path)\(role)") else {
            throw .malformedAnswer(service: service)
        }
        let answer = try await context.answer(
            to: HTTPRequest(
                address: place, authorization: token, bodyLimit: CloudContext.answerLimit),
            of: service, need: need)
        return try key(in: answer, of: service)
    }

    private func instanceService() throws(CloudError) -> WebAddress {
        let name = "AWS_EC2_METADATA_SERVICE_ENDPOINT"
        let text = context.variable(name) ?? "http://169.254.169.254"
        guard let address = WebAddress(text) else { throw .malformedSetting("`\(name)`") }
        guard
            address.scheme == .https || address.host.isLoopback || address.host.isMetadataService
        else { throw .addressRefused("\(address)", setting: "`\(name)`") }
        return address
    }

    private func key(
        in answer: HTTPAnswer, of service: String
    ) throws(CloudError) -> AWSKey {
        guard let found = JSON.value(Answer.self, from: answer.body),
            let key = AWSKey(
                id: found.AccessKeyId, secret: found.SecretAccessKey, session: found.Token)
        else { throw .malformedAnswer(service: service) }
        if let end = found.Expiration?.seconds, end <= context.now {
            throw .outdatedAnswer(service: service)
        }
        return key
    }

    // The names in the document.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Answer: Decodable {
        let AccessKeyId: String
        let SecretAccessKey: String
        let Token: String?
        let Expiration: CloudTimestamp?
    }
}

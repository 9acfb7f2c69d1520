import WebAccess

/// Gets the password of a registry of Amazon's.
struct ECRLogin: Sendable {
    let context: CloudContext
    let registry: ECRRegistry

    /// Source: the API's `GetAuthorizationToken`, in JSON 1.1.
    func login() async throws(CloudError) -> RegistryLogin {
        let identity = AWSIdentity(
            context: context, region: registry.region, domain: registry.domain)
        let key = try await identity.key()
        let signature = AWSSignature(
            key: key, region: registry.region, service: registry.service,
            time: CloudTime.compact(context.now))
        let target =
            registry.isPublic
            ? "SpencerFrontendService" : "AmazonEC2ContainerRegistry_V20150921"
        let request = signature.request(
            to: try context.awsAddress(
                host: registry.apiHost,
                variable: registry.isPublic
                    ? "AWS_ENDPOINT_URL_ECR_PUBLIC" : "AWS_ENDPOINT_URL_ECR"),
            type: "application/x-amz-json-1.1", body: "{}",
            fields: [HTTPField("x-amz-target", "\(target).GetAuthorizationToken")])
        let need =
            registry.isPublic
            ? "the identity may use `ecr-public:GetAuthorizationToken` and "
                + "`sts:GetServiceBearerToken`"
            : "the identity may use `ecr:GetAuthorizationToken`, and that its key is valid"
        let service = registry.isPublic ? "public ECR" : "ECR in `\(registry.region)`"
        let answer = try await context.answer(to: request, of: service, need: need)
        guard let authorization = Self.authorization(in: answer.body),
            let text = Base64.decodedText(authorization.authorizationToken)
        else { throw .malformedAnswer(service: service) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw .malformedAnswer(service: service)
        }
        return RegistryLogin(
            user: String(parts[0]), password: Secret(String(parts[1])),
            expires: authorization.expiresAt.seconds)
    }

    /// Private registries answer with a list, the public one with its one element.
    private static func authorization(in body: [UInt8]) -> Authorization? {
        JSON.value(PrivateAnswer.self, from: body)?.authorizationData.first
            ?? JSON.value(PublicAnswer.self, from: body)?.authorizationData
    }

    private struct PrivateAnswer: Decodable {
        let authorizationData: [Authorization]
    }

    private struct PublicAnswer: Decodable {
        let authorizationData: Authorization
    }

    private struct Authorization: Decodable {
        let authorizationToken: String
        let expiresAt: CloudTimestamp
    }
}

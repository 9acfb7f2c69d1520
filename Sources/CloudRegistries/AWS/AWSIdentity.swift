import WebAccess

/// Finds the key by which this machine signs requests to AWS.
///
/// The order is that of AWS's own programs: variables, web identity, profile, container, instance.
/// The first source that is set up counts; a fault in it is an error, not a reason to go on.
struct AWSIdentity: Sendable {
    let context: CloudContext
    let region: String
    let domain: String

    func key() async throws(CloudError) -> AWSKey {
        if let key = try environmentKey() { return key }
        if let key = try await webIdentityKey() { return key }
        if let key = try await profileKey() { return key }
        if let key = try await containerKey() { return key }
        if let key = try await instanceKey() { return key }
        throw .noIdentity(.aws)
    }

    /// `AWS_ACCESS_KEY_ID` and what belongs to it.
    func environmentKey() throws(CloudError) -> AWSKey? {
        guard
            let id = context.variable("AWS_ACCESS_KEY_ID") ?? context.variable("AWS_ACCESS_KEY")
        else { return nil }
        guard
            let secret = context.variable("AWS_SECRET_ACCESS_KEY")
                ?? context.variable("AWS_SECRET_KEY")
        else {
            throw .missingSetting("`AWS_SECRET_ACCESS_KEY`", beside: "`AWS_ACCESS_KEY_ID`")
        }
        let session = context.variable("AWS_SESSION_TOKEN")
        guard let key = AWSKey(id: id, secret: secret, session: session) else {
            throw .malformedSetting("`AWS_ACCESS_KEY_ID` or a variable that belongs to it")
        }
        return key
    }

    /// A service account's token (IRSA), exchanged for a key.
    private func webIdentityKey() async throws(CloudError) -> AWSKey? {
        guard let file = context.variable("AWS_WEB_IDENTITY_TOKEN_FILE") else { return nil }
        guard let role = context.variable("AWS_ROLE_ARN") else {
            throw .missingSetting("`AWS_ROLE_ARN`", beside: "`AWS_WEB_IDENTITY_TOKEN_FILE`")
        }
        let token = try context.token(inFile: file, namedBy: "`AWS_WEB_IDENTITY_TOKEN_FILE`")
        return try await roles.key(
            ofRole: role, session: context.variable("AWS_ROLE_SESSION_NAME"), webIdentity: token)
    }

    var roles: AWSRoles { AWSRoles(context: context, region: region, domain: domain) }
}

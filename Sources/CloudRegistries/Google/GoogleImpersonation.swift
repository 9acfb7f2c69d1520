import WebAccess

/// Gets the token of a service account for somebody who may impersonate it.
struct GoogleImpersonation: Sendable {
    let context: CloudContext

    private static let service = "Google's IAM"

    func token(
        from text: String, as token: CloudToken, delegates: [String] = []
    ) async throws(CloudError) -> CloudToken {
        let address = try context.googleAddress(
            text, setting: "`service_account_impersonation_url` of Google's credentials")
        let list = try Self.quoted(GoogleIdentity.scopes)
        let more = delegates.isEmpty ? "" : ",\"delegates\":\(try Self.quoted(delegates))"
        let body = "{\"lifetime\":\"3600s\",\"scope\":\(list)\(more)}"
        let proof = Authorization.bearer(token.value)
        guard proof.isSendable else { throw .malformedAnswer(service: "Google's token server") }
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.bytes(Array(body.utf8), type: "application/json")),
                address: address, authorization: proof, bodyLimit: CloudContext.answerLimit),
            of: Self.service,
            need: "the identity has the role Service Account Token Creator or Workload Identity "
                + "User on the service account")
        guard let found = JSON.value(Answer.self, from: answer.body), !found.accessToken.isEmpty
        else { throw .malformedAnswer(service: Self.service) }
        guard found.expireTime.seconds > context.now else {
            throw .outdatedAnswer(service: Self.service)
        }
        return CloudToken(value: Secret(found.accessToken), expires: found.expireTime.seconds)
    }

    /// A list of texts in JSON, of characters that need no escape.
    private static func quoted(_ texts: [String]) throws(CloudError) -> String {
        guard
            texts.allSatisfy({
                $0.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }
            })
        else { throw .malformedSetting("`delegates` of Google's credentials") }
        return "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    private struct Answer: Decodable {
        let accessToken: String
        let expireTime: CloudTimestamp
    }
}

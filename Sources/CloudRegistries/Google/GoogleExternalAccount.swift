import SourceText
import WebAccess

/// Workload identity federation: a token of another identity provider, exchanged for Google's.
///
/// Source: Google, AIP-4117. Such a file may come from anywhere: it runs no program, and its tokens
/// go only to Google.
struct GoogleExternalAccount: Sendable {
    private let audience: String
    private let tokenType: String
    private let tokenAddress: String
    private let source: GoogleCredentials.Source
    private let impersonation: String?

    private static let service = "Google's token exchange"

    init?(_ file: GoogleCredentials) {
        guard let audience = file.audience, let type = file.subject_token_type,
            let address = file.token_url, let source = file.credential_source
        else { return nil }
        self.audience = audience
        tokenType = type
        tokenAddress = address
        self.source = source
        impersonation = file.service_account_impersonation_url
    }

    func token(_ context: CloudContext) async throws(CloudError) -> CloudToken {
        let address = try context.googleAddress(
            tokenAddress, setting: "`token_url` of Google's credentials")
        let subject = try await subjectToken(context)
        let form = FormEncoding.text([
            ("audience", audience),
            ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"),
            ("subject_token_type", tokenType), ("subject_token", subject.revealed),
            ("scope", GoogleIdentity.scopes.joined(separator: " ")),
        ])
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.form(Secret(form))), address: address,
                bodyLimit: CloudContext.answerLimit),
            of: Self.service,
            need: "the workload identity provider trusts the token's issuer and audience")
        let token = try context.accessToken(in: answer, of: Self.service)
        guard let impersonation else { return token }
        return try await GoogleImpersonation(context: context).token(from: impersonation, as: token)
    }

    private func subjectToken(_ context: CloudContext) async throws(CloudError) -> Secret {
        let setting = "`credential_source` of Google's credentials"
        if source.executable != nil {
            throw .unsupported(
                "`executable` in \(setting)",
                remedy: "no program is run for credentials: use `file`, `url` or a service "
                    + "account's key")
        }
        if source.environment_id != nil {
            return try await GoogleAWSToken(audience: audience, source: source).text(context)
        }
        if let path = source.file {
            let bytes = try context.file(path, namedBy: setting)
            guard let token = Self.token(in: bytes, source.format) else {
                throw .malformedFile(path: path, setting: setting)
            }
            return token
        }
        guard let text = source.url else { throw .malformedSetting(setting) }
        return try await token(at: text, context, setting)
    }

    private func token(
        at text: String, _ context: CloudContext, _ setting: String
    ) async throws(CloudError) -> Secret {
        guard let address = WebAddress(text) else { throw .malformedSetting(setting) }
        if !address.host.isLoopback, !address.host.isMetadataService {
            _ = try context.googleAddress(text, setting: setting)
        }
        var request = HTTPRequest(address: address, bodyLimit: CloudContext.answerLimit)
        for (name, value) in (source.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            let field = Authorization(field: name, value: Secret(value))
            guard !name.isEmpty, name.utf8.allSatisfy(\.isHostCharacter), field.isSendable else {
                throw .malformedSetting(setting)
            }
            request.secretFields.append(field)
        }
        let service = "`\(address)`"
        let answer = try await context.answer(
            to: request, of: service, need: "\(setting) is right")
        guard let token = Self.token(in: answer.body, source.format) else {
            throw .malformedAnswer(service: service)
        }
        return token
    }

    /// The text itself, or a field of it where the format is JSON.
    private static func token(
        in bytes: [UInt8], _ format: GoogleCredentials.Source.Format?
    ) -> Secret? {
        let text: String?
        if format?.type == "json" {
            guard let name = format?.subject_token_field_name else { return nil }
            text = JSON.value([String: TextOrOther].self, from: bytes)?[name]?.text
        } else {
            text = String(decoding: bytes, as: UTF8.self).trimmed
        }
        return text.flatMap { $0.isEmpty ? nil : Secret($0) }
    }

    /// A field beside the token may be of any kind.
    private struct TextOrOther: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }
}

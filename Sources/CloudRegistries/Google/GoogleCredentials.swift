/// The fields of a file with Google's credentials, of all types that are read.
// The names in the document.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct GoogleCredentials: Decodable, Sendable {
    let type: String?
    // A service account's key.
    let client_email: String?
    let private_key: String?
    let private_key_id: String?
    let token_uri: String?
    // A user's login.
    let client_id: String?
    let client_secret: String?
    let refresh_token: String?
    // Workload identity federation.
    let audience: String?
    let subject_token_type: String?
    let token_url: String?
    let credential_source: Source?
    // Impersonation.
    let service_account_impersonation_url: String?
    let delegates: [String]?
    let source_credentials: Box?

    struct Source: Decodable, Sendable {
        let file: String?
        let url: String?
        let headers: [String: String]?
        let format: Format?
        let environment_id: String?
        let executable: Executable?

        struct Format: Decodable, Sendable {
            let type: String?
            let subject_token_field_name: String?
        }

        /// Only that there is one counts: it is never run.
        struct Executable: Decodable, Sendable {}
    }

    /// The credentials inside of others, one level deep.
    struct Box: Decodable, Sendable {
        private let content: [GoogleCredentials]

        var value: GoogleCredentials? { content.first }

        init(from decoder: any Decoder) throws {
            content = [try GoogleCredentials(from: decoder)]
        }
    }
}

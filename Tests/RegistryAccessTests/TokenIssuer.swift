import Crypto
import Foundation
import TestSupport

/// Issues tokens as Docker Hub's token server does: signed with ES256, for `docker-registry`.
struct TokenIssuer: Sendable {
    let key: P256.Signing.PrivateKey
    /// In DER and Base64, as the header `x5c` has it.
    let certificate: String

    init(_ certificates: TestCertificates) throws {
        key = try P256.Signing.PrivateKey(pemRepresentation: try certificates.authorityKey)
        certificate = try String(contentsOfFile: certificates.authority, encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }

    func token(for path: String, now: Int) throws -> String {
        try token(for: [(path, ["pull"])], now: now)
    }

    /// - Parameter access: Repositories, and what may be done with each.
    func token(for access: [(path: String, actions: [String])], now: Int) throws -> String {
        let access = access.map { path, actions in
            let actions = actions.map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"type": "repository", "name": "\#(path)", "actions": [\#(actions)]}"#
        }
        let header = #"{"typ": "JWT", "alg": "ES256", "x5c": ["\#(certificate)"]}"#
        let claims = """
            {"iss": "issuer", "sub": "alice", "aud": "registry", "jti": "1",
             "exp": \(now + 300), "nbf": \(now - 10), "iat": \(now - 10),
             "access": [\(access.joined(separator: ","))]}
            """
        let text = [header, claims].map { Self.encoded(Data($0.utf8)) }.joined(separator: ".")
        let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
        return text + "." + Self.encoded(signature)
    }

    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

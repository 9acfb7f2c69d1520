import Testing

@testable import RegistryAccess
@testable import WebAccess

struct TokenRequestTests {
    private func request(_ credential: Credential?) throws -> TokenRequest {
        TokenRequest(
            realm: try #require(WebAddress("https://auth.example/token")), service: "s",
            scope: "repository:a/b:pull", credential: credential)
    }

    @Test func `without credentials an anonymous token is requested`() throws {
        let request = try request(nil).httpRequest
        #expect(request.method == .get)
        #expect(request.authorization == nil)
        #expect(request.address.query == "service=s&scope=repository%3Aa%2Fb%3Apull")
    }

    @Test func `a password is sent to the token server`() throws {
        let credential = Credential.password(user: Secret("u"), password: Secret("p"))
        let request = try request(credential).httpRequest
        #expect(request.method == .get)
        #expect(request.authorization?.value.revealed == "Basic dTpw")
    }

    @Test func `an identity token is posted`() throws {
        let request = try request(.identityToken(Secret("i&d"))).httpRequest
        let form =
            "grant_type=refresh_token&refresh_token=i%26d&client_id=sluice"
            + "&service=s&scope=repository%3Aa%2Fb%3Apull"
        #expect(request.method == .post(.form(Secret(form))))
        #expect(request.address.query == nil)
        #expect(request.authorization == nil)
    }

    @Test(arguments: [
        (#"{"token": "a"}"#, "a"), (#"{"access_token": "b", "expires_in": 300}"#, "b"),
        (#"{"token": "a", "access_token": "b"}"#, "a"),
    ])
    func `a token is read`(body: String, expected: String) throws {
        let answer = HTTPAnswer(status: 200, body: Array(body.utf8))
        #expect(try request(nil).token(in: answer).revealed == expected)
    }

    @Test(arguments: ["", "{}", #"{"token": ""}"#, #"{"token": 1}"#, "[]", #"{"token": "a"#])
    func `an answer without a token is malformed`(body: String) throws {
        let request = try request(nil)
        #expect(throws: RegistryError.Reason.answer(.malformed(.token(server: "auth.example")))) {
            try request.token(in: HTTPAnswer(status: 200, body: Array(body.utf8)))
        }
    }

    @Test(arguments: [400, 401, 403])
    func `a refused token names the token server`(status: Int) throws {
        let request = try request(.identityToken(Secret("i")))
        let reason = AccessProblem.tokenRefused(server: "auth.example", anonymous: false)
        #expect(throws: RegistryError.Reason.access(reason)) {
            try request.token(in: HTTPAnswer(status: status))
        }
    }
}

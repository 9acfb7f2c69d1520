import Testing

@testable import RegistryAccess
@testable import WebAccess

struct ChallengeTests {
    @Test(arguments: [
        (
            ["Bearer realm=\"https://auth.docker.io/token\",service=\"registry.docker.io\""],
            [["bearer", "realm=https://auth.docker.io/token", "service=registry.docker.io"]]
        ),
        (["Basic realm=\"a, b\""], [["basic", "realm=a, b"]]),
        // Several in one field, and in several fields.
        (
            ["Negotiate, Basic realm=x, Bearer realm=\"y\" , scope=z"],
            [["negotiate"], ["basic", "realm=x"], ["bearer", "realm=y", "scope=z"]]
        ),
        (["Basic realm=x", "BEARER Realm=y"], [["basic", "realm=x"], ["bearer", "realm=y"]]),
        (["Negotiate YWJj/+==, Basic realm=x"], [["negotiate"], ["basic", "realm=x"]]),
        // Quoted pairs, blanks around the sign, commas without content.
        (["Bearer realm = \"a\\\"b\\\\c\""], [["bearer", "realm=a\"b\\c"]]),
        ([", ,Basic realm=x,,"], [["basic", "realm=x"]]),
        // A second value does not replace the first.
        (["Bearer realm=x, realm=y"], [["bearer", "realm=x"]]),
        (["Bearer"], [["bearer"]]),
        ([""], []),
        (["\"\""], []),
        (["Bearer realm=\"open"], [["bearer", "realm=open"]]),
        (["Bearer realm="], [["bearer"]]),
        (
            ["Bearer realm=\"x\" junk, Basic realm=y"],
            [["bearer", "realm=x"], ["junk"], ["basic", "realm=y"]]
        ),
    ])
    func `challenges are read`(fields: [String], expected: [[String]]) {
        let challenges = AuthenticationChallenge.all(in: fields).map { challenge in
            [challenge.scheme]
                + challenge.parameters.filter { !$0.value.isEmpty }.map { "\($0)=\($1)" }.sorted()
        }
        #expect(challenges == expected)
    }

    @Test func `the parser ends for any text`() {
        let alphabet = Array("Bb=\", \t\\/r")
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let text = String(
                (0..<12).map { _ in alphabet.randomElement(using: &generator) ?? "," })
            #expect(AuthenticationChallenge.all(in: [text]).count <= 12, "\(text)")
        }
    }
}

import Testing

@testable import UpdateEngine

/// Whether commits are signed, and with which key.
struct SigningChoiceTests {
    @Test func `commits are signed only if a signature is wanted`() throws {
        let choice = SigningChoice(ownKey: "0123", ownFormat: "ssh")
        #expect(try choice.key(for: nil) == nil)
    }

    @Test(arguments: [
        (SigningChoice(givenKey: "k"), SignatureForm?.none),
        (SigningChoice(givenKey: "k"), .ssh),
        (SigningChoice(ownKey: "k", signsAlways: true), nil),
        (SigningChoice(ownKey: "k", ownFormat: "openpgp"), .openPGP),
        (SigningChoice(ownKey: "k", ownFormat: "ssh"), .ssh),
    ]) func `the key is the given one, else the user's own`(
        _ choice: SigningChoice, _ wanted: SignatureForm?
    ) throws {
        #expect(try choice.key(for: wanted) != nil)
    }

    @Test(arguments: [
        (SigningChoice(), SignatureForm.openPGP, "names another OpenPGP key"),
        (SigningChoice(ownKey: "k", ownFormat: "ssh"), .openPGP, "names another OpenPGP key"),
        (SigningChoice(ownKey: "k", ownFormat: "x509"), .openPGP, "`gpg.format` is `x509`"),
        (SigningChoice(ownKey: "ssh-ed25519 AAAA", ownFormat: "ssh"), .ssh, "names its file"),
    ]) func `a missing key is an error`(
        _ choice: SigningChoice, _ wanted: SignatureForm, _ words: String
    ) {
        let error = #expect(throws: AutomationObstacle.self) { try choice.key(for: wanted) }
        #expect(error?.description.contains(words) == true)
    }
}

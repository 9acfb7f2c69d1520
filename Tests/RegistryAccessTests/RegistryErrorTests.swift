import Testing

@testable import RegistryAccess
@testable import WebAccess

struct RegistryErrorTests {
    @Test func `an error names the image and the remedy`() throws {
        let error = RegistryError(
            .access(.credentialsMissing(host: "ghcr.io")), image: "ghcr.io/a/b")
        #expect(
            "\(error)" == "`ghcr.io/a/b`: `ghcr.io` does not show this image without credentials; "
                + "if it exists, run `docker login ghcr.io`")
    }

    @Test func `addresses lose their query`() throws {
        let address = try #require(WebAddress("https://store.io/b?signature=hidden"))
        for problem in [AnswerProblem.redirectRefused(to: address), .linkRefused(to: address)] {
            #expect("\(problem)".contains("`https://store.io/b`"))
            #expect(!"\(problem)".contains("hidden"))
        }
        #expect(!"\(AccessProblem.realmNotEncrypted(address))".contains("hidden"))
    }

    @Test func `foreign texts in errors do not control the terminal`() {
        let hostile = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 1000)
        let errors: [any CustomStringConvertible] = [
            RegistryError(.incompleteImage, image: hostile),
            AnswerProblem.unsupportedMediaType(hostile),
            AccessProblem.unsupportedChallenge(schemes: [hostile]),
            SettingsProblem.unreadableConfiguration(path: hostile),
            WebSettingsProblem.unreadableCertificates(path: hostile),
        ]
        for error in errors {
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
            #expect(!error.description.contains("\u{202E}") && error.description.count < 500)
        }
    }
}

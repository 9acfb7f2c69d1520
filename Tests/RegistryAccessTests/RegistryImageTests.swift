import ImageReferences
import Testing

@testable import RegistryAccess
@testable import WebAccess

struct RegistryImageTests {
    /// Flux's own reading of `spec.image`, with the address where the tags are.
    @Test(arguments: [
        ("alpine", "https://registry-1.docker.io/v2/library/alpine"),
        ("org/app", "https://registry-1.docker.io/v2/org/app"),
        ("docker.io/org/app", "https://registry-1.docker.io/v2/org/app"),
        ("docker.io/alpine", "https://registry-1.docker.io/v2/library/alpine"),
        ("index.docker.io/org/app", "https://registry-1.docker.io/v2/org/app"),
        ("localhost/app", "https://registry-1.docker.io/v2/localhost/app"),
        ("example.com", "https://registry-1.docker.io/v2/library/example.com"),
        ("localhost:5000/app", "https://localhost:5000/v2/app"),
        ("GHCR.io/org/app", "https://ghcr.io/v2/org/app"),
    ])
    func `an image has its address`(name: String, address: String) throws {
        let image = try RegistryImage(name)
        let endpoint = Endpoint(host: image.host, scheme: .https, trust: .none)
        #expect("\(endpoint.address(image.path))" == address)
        #expect(image.name == name)
    }

    @Test(arguments: [
        "example.com:5000", "ghcr.io/org/app:1.0", "oci://ghcr.io/org/app", "ghcr.io/Org/app",
        "ghcr.io/a", "", "ghcr.io/org/app@sha256:0", "user@host.io/app", "host.io:99999/app",
    ])
    func `a name that Flux refuses is refused`(name: String) {
        let error = #expect(throws: RegistryError.self) { try RegistryImage(name) }
        guard case .invalidImage = error?.reason else {
            Issue.record("\(error.map { "\($0)" } ?? "no error")")
            return
        }
    }

    @Test(arguments: ["${registry}/app", "ghcr.io/{{ .Values.org }}/app", "ghcr.io/$org/app"])
    func `a name with a variable is told apart`(name: String) {
        let error = #expect(throws: RegistryError.self) { try RegistryImage(name) }
        #expect(error?.reason == .incompleteImage)
    }
}

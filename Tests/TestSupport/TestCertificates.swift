import Foundation

/// Certificates for this machine, made by `openssl` for one run of the tests.
package struct TestCertificates: Sendable {
    private let folder: TemporaryDirectory
    /// The certificate of the authority that signed the others.
    package let authority: String
    /// A certificate for `localhost` and `127.0.0.1`.
    package let server: ScriptedServer.Identity
    /// The same, but expired.
    package let expired: ScriptedServer.Identity

    package init() throws {
        let folder = try TemporaryDirectory()
        func openssl(_ arguments: String) throws {
            let result = try ProgramRun(
                "openssl", arguments.split(separator: " ").map(String.init), at: folder.path,
                environment: ["PATH": "/usr/bin:/bin"])
            guard result.status == 0 else {
                throw ProgramRun.Failure(description: "openssl \(arguments):\n\(result.errors)")
            }
        }
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        try openssl(
            "req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority"
                + " -addext keyUsage=critical,keyCertSign,digitalSignature")
        try openssl(
            "req -new \(key) -keyout server.key -out server.csr -subj /CN=localhost"
                + " -addext subjectAltName=DNS:localhost,IP:127.0.0.1")
        for (name, days) in [("server", 2), ("expired", -1)] {
            try openssl(
                "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -set_serial \(days + 5)"
                    + " -copy_extensions copy -days \(days) -out \(name).pem")
        }
        self.folder = folder
        authority = "\(folder.path)/ca.pem"
        let serverKey = "\(folder.path)/server.key"
        server = .init(certificate: "\(folder.path)/server.pem", key: serverKey)
        expired = .init(certificate: "\(folder.path)/expired.pem", key: serverKey)
    }

    /// The authority's key, in PEM.
    package var authorityKey: String {
        get throws { try folder.text(of: "ca.key") }
    }
}

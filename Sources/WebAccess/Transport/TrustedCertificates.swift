internal import NIOSSL

/// The certificate authorities that are trusted.
///
/// `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's authorities, as in OpenSSL and Go;
/// the user's own file is added to them.
struct TrustedCertificates {
    private let roots: NIOSSLTrustRoots
    private let additional: [NIOSSLAdditionalTrustRoots]

    init(file: String?, environment: [String: String]) throws(WebSettingsProblem) {
        let variables = environment.filter { !$0.value.isEmpty }
        let directory = variables["SSL_CERT_DIR"]
        if let directory, !SmallFile.isDirectory(directory) {
            throw .unreadableCertificates(path: directory)
        }
        var additional: [NIOSSLAdditionalTrustRoots] = []
        if let systemFile = variables["SSL_CERT_FILE"] {
            roots = .certificates(try Self.certificates(in: systemFile))
            additional += directory.map { [.file($0)] } ?? []
        } else {
            roots = directory.map { .file($0) } ?? .default
        }
        if let file { additional.append(.certificates(try Self.certificates(in: file))) }
        self.additional = additional
    }

    var tlsConfiguration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = roots
        configuration.additionalTrustRoots = additional
        return configuration
    }

    /// Bytes; the bundle of a system's authorities has a quarter of a million.
    private static let sizeLimit = 4 << 20

    private static func certificates(in path: String) throws(WebSettingsProblem)
        -> [NIOSSLCertificate]
    {
        guard case .bytes(let bytes) = SmallFile.content(at: path, limit: sizeLimit) else {
            throw .unreadableCertificates(path: path)
        }
        do {
            return try NIOSSLCertificate.fromPEMBytes(bytes)
        } catch {
            throw .malformedCertificates(path: path)
        }
    }
}

import WebAccess

extension RegistryClient {
    /// How the registry of an image is reached.
    ///
    /// Where plain HTTP is allowed, a request without credentials finds out whether there is TLS
    /// anyway. A server with a bad certificate is not asked without encryption.
    func endpoint(of image: RegistryImage) async -> Result<Endpoint, RegistryError.Reason> {
        let trust = options.trust.level(
            of: image.host, declaredInsecure: image.isDeclaredInsecure)
        let encrypted = Endpoint(host: image.host, scheme: .https, trust: trust)
        guard trust != .none else { return .success(encrypted) }
        let probe = HTTPRequest(address: encrypted.address, bodyLimit: 1 << 16)
        let host = probe.address.host
        switch await web.outcome(of: probe) {
        case .success, .failure(.bodyTooLong): return .success(encrypted)
        case .failure(.untrustedCertificate):
            return .failure(.transport(.untrustedCertificate, host: host.description))
        case .failure:
            return .success(Endpoint(host: image.host, scheme: .http, trust: trust))
        }
    }
}

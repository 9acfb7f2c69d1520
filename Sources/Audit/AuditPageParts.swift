/// The parts of an audit's page that are files of their own.
enum AuditPageParts {
    /// The look, in light and in dark.
    static let style = HTML(embedded: PackageResources.audit_css)
    /// Filters, without which the page still shows everything.
    static let script = HTML(embedded: PackageResources.audit_js)
    /// The digest of `script`, which the page's policy allows to run; a test computes it anew.
    static let scriptHash = "sha256-fV4WLrjxwEq4SCtt7gz3KQwgkHNu3n8DX7fIkyzuppM="
}

extension HTML {
    fileprivate init(embedded bytes: [UInt8]) {
        self.init(stringLiteral: String(decoding: bytes, as: UTF8.self))
    }
}

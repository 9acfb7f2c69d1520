/// Names a value of a Secret.
package struct SecretKey: Hashable, Sendable {
    package let namespace: String
    package let name: String
    package let key: String

    /// Nil for names that Kubernetes refuses, which might lead out of a directory.
    package init?(namespace: String, name: String, key: String) {
        guard [namespace, name, key].allSatisfy(Self.isSafe) else { return nil }
        self.namespace = namespace
        self.name = name
        self.key = key
    }

    /// Letters, digits, `-`, `_` and `.`, which does not begin with two dots.
    ///
    /// Source: Kubernetes, `validation.IsConfigMapKey`, which allows all that names may have.
    private static func isSafe(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && text != "." && !text.hasPrefix("..")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// `SLUICE_SECRET_NAMESPACE__NAME__KEY`: in capitals, `_` for `-` and `.`.
    package var variable: String {
        "SLUICE_SECRET_"
            + [namespace, name, key].map { part in
                String(
                    part.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 })
            }.joined(separator: "__")
    }
}

package import SourceText
import YAMLSyntax

/// A Secret as written: which keys it has, and whether they are encrypted; never a value.
package struct SecretFact: Sendable {
    package struct Entry: Sendable {
        package let key: String
        /// The value as written.
        package let span: SourceSpan
        /// Whether the value itself is there: neither encrypted, nor filled in, nor empty, nor
        /// a certificate, which is public.
        package let isReadable: Bool
    }

    package let object: ObjectFact
    /// In the order of the file.
    package let entries: [Entry]

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "Secret", object.identity.apiVersion == "v1" else {
            return nil
        }
        self.object = object.fact
        let isEncrypted = object.root["sops"] != nil
        var entries: [Entry] = []
        for field in ["data", "stringData"] {
            for (key, value) in object.root[field]?.pairs.map(\.self) ?? [] {
                guard let name = key.text, name != "<<" else { continue }
                let isReadable = !isEncrypted && !value.isNull && value.text?.isSecret == true
                entries.append(Entry(key: name, span: value.span, isReadable: isReadable))
            }
        }
        self.entries = entries
    }
}

extension String {
    fileprivate var isSecret: Bool {
        !isEmpty && !hasPrefix("ENC[") && !Self.certificates.contains(where: hasPrefix)
            && NamePattern.isLiteral(self) && !(hasPrefix("<") && hasSuffix(">"))
    }

    /// How a certificate begins, as it is and in Base64.
    private static let certificates = [
        "-----BEGIN CERTIFICATE-----", "LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR",
    ]
}

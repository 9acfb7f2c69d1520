import YAMLSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A ConfigMap or Secret that Flux could take variables from.
package struct SettingsFact: Sendable {
    package let object: ObjectFact
    /// In the order of the file; nil for a value that is encrypted or templated.
    package let values: [(key: String, value: String?)]

    /// Nil for an object of another kind, and for one with a key that is no variable's name, from
    /// which Flux takes nothing.
    init?(_ object: borrowing ObjectNode) {
        let kind = object.identity.kind
        guard kind == "ConfigMap" || kind == "Secret", object.identity.apiVersion == "v1" else {
            return nil
        }
        let isEncrypted = object.root["sops"] != nil
        var values: [(key: String, value: String?)] = []
        for field in kind == "Secret" ? ["data", "stringData"] : ["data"] {
            for (key, value) in object.root[field]?.pairs.map(\.self) ?? [] {
                guard let name = key.text, name.isVariableName else { return nil }
                let text = isEncrypted ? nil : value.text
                let isBase64 = kind == "Secret" && field == "data"
                values.append((name, isBase64 ? text?.decodedBase64 : text))
            }
        }
        guard !values.isEmpty else { return nil }
        self.object = object.fact
        self.values = values.map { ($0.key, $0.value?.isTemplate == true ? nil : $0.value) }
    }
}

extension String {
    fileprivate var isVariableName: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    fileprivate var isTemplate: Bool {
        hasPrefix("ENC[") || utf8.contains(UInt8(ascii: "$")) || !NamePattern(self).isLiteral
    }
}

extension String {
    /// The text that this encodes in Base64, whose line breaks Kubernetes ignores; nil where it is
    /// not Base64.
    fileprivate var decodedBase64: String? {
        Data(base64Encoded: filter { !$0.isNewline }).map { String(decoding: $0, as: UTF8.self) }
    }
}

import SourceText

/// Equal findings that a repository accepts until they are mended.
package struct BaselineEntry: Hashable, Sendable {
    /// The fingerprint that the findings share: 32 hexadecimal digits.
    package let fingerprint: String
    package let rule: String
    package let path: String
    /// How many of them are accepted; at least one.
    package let count: Int

    package init(fingerprint: String, rule: String, path: String, count: Int) {
        self.fingerprint = fingerprint
        self.rule = rule
        self.path = path
        self.count = count
    }
}

/// A baseline file: JSON with one entry a line, so that a change of it can be reviewed.
package struct BaselineFile: Hashable, Sendable {
    package static let sizeLimit = 64 << 20
    private static let entryLimit = 200_000

    /// In the order of the file when read; written by path, rule and fingerprint.
    package let entries: [BaselineEntry]

    package init(_ entries: [BaselineEntry]) {
        self.entries = entries
    }

    /// Reads a file; `path` is for messages.
    package init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
        var decoding = Decoding(path: path, source: bytes, sizeLimit: Self.sizeLimit)
        let root = decoding.root(of: bytes)
        let read = root.flatMap { Self.format.setting($0, &decoding) }
        let content = try decoding.checked(read).value
        entries = content.findings?.value.compactMap { BaselineEntry($0.value) } ?? []
    }

    package var text: String {
        let sorted = entries.sorted { left, right in
            let keys = zip(left.sortKeys, right.sortKeys)
            guard let (first, second) = keys.first(where: { !$0.hasSameBytes(as: $1) })
            else { return false }
            return first.bytesPrecede(second)
        }
        let lines = sorted.map { "    \($0.json)" }.joined(separator: ",\n")
        let list = lines.isEmpty ? "[]" : "[\n\(lines)\n  ]"
        return "{\n  \"version\": \(Self.version),\n  \"findings\": \(list)\n}\n"
    }

    // MARK: Format

    private static let version = 1

    private static let format = Format<BaselineContent>.record(
        BaselineContent(),
        [
            Field(
                "version", \.version, .version(version), isRequired: true,
                "The version of this format."),
            Field(
                "findings", \.findings, .list(of: entryFormat, "a list", limit: entryLimit),
                isRequired: true, "The accepted findings, by path, rule and fingerprint."),
        ])

    private static let entryFormat = Format<BaselineRecord>.record(
        BaselineRecord(),
        [
            Field(
                "fingerprint", \.fingerprint, .fingerprint, isRequired: true,
                "What equal findings share."),
            Field("rule", \.rule, .text("a rule") { $0 }, isRequired: true),
            Field(
                "path", \.path, .text("a path") { $0 }, isRequired: true,
                "From the repository's root."),
            Field(
                "count", \.count, .integer("a number from 1 on", from: 1), isRequired: true,
                "How many equal findings are accepted."),
        ])

    /// The JSON Schema, with a line break at its end.
    package static var schema: String {
        format.schemaText(
            title: "Sluice baseline, version 1",
            "Findings that a repository accepts until they are mended.")
    }
}

/// The content of a baseline file; nil for a key that is absent or invalid.
private struct BaselineContent: Sendable {
    var version: Setting<Int>?
    var findings: Setting<[Setting<BaselineRecord>]>?
}

/// One entry, as far as it could be read.
private struct BaselineRecord: Sendable {
    var fingerprint: Setting<String>?
    var rule: Setting<String>?
    var path: Setting<String>?
    var count: Setting<Int>?
}

extension BaselineEntry {
    fileprivate init?(_ record: BaselineRecord) {
        guard let fingerprint = record.fingerprint?.value, let rule = record.rule?.value,
            let path = record.path?.value, let count = record.count?.value
        else { return nil }
        self.init(fingerprint: fingerprint, rule: rule, path: path, count: count)
    }

    fileprivate var sortKeys: [String] { [path, rule, fingerprint] }

    fileprivate var json: String {
        let texts = [("path", path), ("rule", rule), ("fingerprint", fingerprint)]
        let members = texts.map { "\"\($0)\": \($1.jsonQuoted)" } + ["\"count\": \(count)"]
        return "{ \(members.joined(separator: ", ")) }"
    }
}

extension Format<String> {
    fileprivate static let fingerprint = parsed(
        "a fingerprint: 32 hexadecimal digits", schema: ["pattern": "^[0-9a-f]{32}$"]
    ) { text in
        let digits = "0123456789abcdef".utf8
        return text.utf8.count == 32 && text.utf8.allSatisfy(digits.contains) ? text : nil
    }
}

extension String {
    /// As a JSON string that a YAML parser reads alike: what YAML forbids is escaped.
    var jsonQuoted: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

import ManifestFacts
import RepositoryLinking
import YAMLSyntax

/// Flags unquoted tags that YAML reads as numbers, in fields of their own.
struct ImageTagUnquoted: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard image.fact.plainTagType == .integer || image.fact.plainTagType == .float,
            case .known(let text, let span) = image.fact.tag,
            image.fact.use != .helmValue || !text.isSmallInteger
        else { return nil }
        let (consequence, severity) = consequence(of: text, for: image.fact.use)
        let message =
            "the tag `\(text)` has no quotes, so YAML reads it as a number: " + consequence
        // The spans of a patched image are not those of the tag in its file.
        let fix = image.isBuilt ? nil : Fix.quoting(text, at: span)
        return finding(message, at: span, of: image, severity: severity, fix: fix)
    }

    /// The effect on the number; a note if it is printed as written.
    private func consequence(
        of text: String, for use: ImageFact.Use
    ) -> (words: String, severity: Severity) {
        let severity = Self.definition.severity
        guard use == .helmValue else {
            return ("kustomize and the API server reject a number here; add quotes", severity)
        }
        if let printed = text.printedInteger {
            return ("Helm prints it as `\(printed)`; add quotes", severity)
        }
        guard let (whole, fraction) = text.decimal else {
            return ("Helm may print the number in another form; add quotes", severity)
        }
        if !fraction.hasSuffix("0") {
            let words =
                "Helm prints this one as written, but `\(whole).10` as `\(whole).1`; add quotes"
            return (words, .note)
        }
        let rest = String(fraction.reversed().drop { $0 == "0" }.reversed())
        return (
            "Helm prints it as `\(whole)\(rest.isEmpty ? "" : ".")\(rest)`; add quotes", severity
        )
    }
}

extension String {
    /// Whether Helm prints this number as written; from 1,000,000 it prints an exponent.
    fileprivate var isSmallInteger: Bool {
        isDigits && utf8.count <= 6 && (first != "0" || utf8.count == 1)
    }

    private var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A whole number of 7 to 15 digits as Go prints it after reading JSON, such as
    /// `1.611906956e+09`; nil for other texts.
    fileprivate var printedInteger: String? {
        guard isDigits, (7...15).contains(utf8.count), first != "0" else { return nil }
        let digits = String(reversed().drop { $0 == "0" }.reversed())
        let exponent = utf8.count - 1
        return digits.prefix(1) + (digits.utf8.count > 1 ? "." : "") + digits.dropFirst()
            + "e+" + (exponent < 10 ? "0" : "") + "\(exponent)"
    }

    /// The parts of a decimal such as `18.10`, if it is short enough to be printed without
    /// exponent.
    fileprivate var decimal: (whole: String, fraction: String)? {
        let parts = split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(\.isDigits), parts[0].utf8.count <= 6,
            parts[1].utf8.count <= 6, parts[0].utf8.count == 1 || parts[0].first != "0",
            parts[0] != "0" || parts[1].first != "0"
        else { return nil }
        return (parts[0], parts[1])
    }
}

/// The output of another program or machine, made fit to be shown.
///
/// Untrusted output, made safe to show: without characters that steer a terminal, without the parts
/// of URLs that may be secret, and of limited length.
func shownLines(_ text: String) -> [String] {
    let (lineLimit, lengthLimit) = (20, 300)
    return text.split(whereSeparator: \.isNewline).lazy
        .map { String(withoutSecrets(withoutControls($0)).prefix(lengthLimit)) }
        .filter { !$0.isEmpty }
        .prefix(lineLimit).map { $0 }
}

private func withoutControls(_ line: Substring) -> String {
    let scalars = line.unicodeScalars.filter {
        $0 == "\t" || ![.control, .format, .privateUse].contains($0.properties.generalCategory)
    }
    let text = String(String.UnicodeScalarView(scalars)).split(separator: "\t").joined(
        separator: " ")
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}

/// The text, in which no URL has a user, a password or a query.
func withoutSecrets(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
        result += rest[..<mark.upperBound]
        rest = rest[mark.upperBound...]
        let url = rest.prefix { !" \t'\"`<>".contains($0) }
        rest = rest[url.endIndex...]
        result += shownPart(ofURL: url)
    }
    return result + rest
}

/// The part after `://`, without user, password, query and fragment.
private func shownPart(ofURL url: Substring) -> Substring {
    let authority = url.prefix { !"/?#".contains($0) }
    let start = authority.lastIndex(of: "@").map { url.index(after: $0) } ?? url.startIndex
    return url[start...].prefix { !"?#".contains($0) }
}

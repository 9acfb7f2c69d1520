import Triage

/// SARIF's plain text messages, in which brackets make links (section 3.11).
///
/// Braces stay single, although section 3.11.5 wants them doubled: a message without arguments has
/// no placeholders to tell them from, and viewers show a doubled brace as it is.
enum SARIFMessage {
    static func plain(_ text: String) -> JSONValue {
        ["text": .string(escaped(text))]
    }

    /// The finding's message, then a link to each related place, as ids from 1.
    ///
    /// GitHub shows only the related places that the message links to.
    static func message(_ text: String, linkingTo places: [ReportedPlace]) -> JSONValue {
        let links = places.enumerated().map { index, place in
            "[\(escaped(place.message))](\(index + 1))"
        }
        let tail = links.isEmpty ? "" : ". See " + links.joined(separator: ", ")
        return ["text": .string(escaped(text) + tail)]
    }

    /// `text` with its brackets and backslashes escaped (section 3.11.6).
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if "[]\\".unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}

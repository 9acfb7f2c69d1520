import Reports

/// A piece of a page, in which every untrusted text is escaped.
///
/// Literals are markup; interpolated texts are escaped, also for quoted attributes, and characters
/// that act or hide are made visible.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    let source: String

    init(stringLiteral literal: String) {
        source = literal
    }

    init(stringInterpolation interpolation: Interpolation) {
        source = interpolation.source
    }

    /// Pieces one after the other.
    init(_ pieces: [HTML]) {
        source = pieces.map(\.source).joined()
    }

    static let empty: HTML = ""

    /// Collects the markup.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { source += literal }

        mutating func appendInterpolation(_ text: String) {
            for scalar in text.visible.unicodeScalars {
                switch scalar {
                case "&": source += "&amp;"
                case "<": source += "&lt;"
                case ">": source += "&gt;"
                case "\"": source += "&quot;"
                case "'": source += "&#39;"
                default: source.unicodeScalars.append(scalar)
                }
            }
        }

        mutating func appendInterpolation(_ number: Int) { source += String(number) }
        mutating func appendInterpolation(_ piece: HTML) { source += piece.source }
        mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { source += piece.source }
        }
    }

    typealias StringInterpolation = Interpolation
}

import Reports

/// A piece of a page, in which every untrusted text is escaped.
///
/// Literals are markup; interpolated texts are escaped, also for quoted attributes, and characters
/// that act or hide are made visible.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    package let source: String

    package init(stringLiteral literal: String) {
        source = literal
    }

    package init(stringInterpolation interpolation: Interpolation) {
        source = interpolation.source
    }

    /// Pieces one after the other.
    package init(_ pieces: [HTML]) {
        source = pieces.map(\.source).joined()
    }

    package static let empty: HTML = ""

    /// Collects the markup.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { source += literal }

        package mutating func appendInterpolation(_ text: String) {
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

        package mutating func appendInterpolation(_ number: Int) { source += String(number) }
        package mutating func appendInterpolation(_ piece: HTML) { source += piece.source }
        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { source += piece.source }
        }
    }

    package typealias StringInterpolation = Interpolation
}

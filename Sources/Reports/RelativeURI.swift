/// A repository path as a relative URI reference (RFC 3986, section 4.2).
enum RelativeURI {
    /// `path` with every byte percent-encoded that a path segment may not contain.
    static func reference(toPath path: String) -> String {
        let encoded = path.utf8.reduce(into: "") { result, byte in
            if isAllowed(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        // A colon in the first segment would make everything before it a scheme.
        let firstSegment = encoded.utf8.prefix { $0 != UInt8(ascii: "/") }
        return firstSegment.contains(UInt8(ascii: ":")) ? "./" + encoded : encoded
    }

    /// The slash between segments and the `pchar` of RFC 3986, section 3.3.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "/-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }
}

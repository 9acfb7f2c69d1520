/// The functions of Flux Operator itself.
extension TemplateFunction {
    static let ofResources: [String: TemplateFunction] = [
        "slugify": Self(.string, gives: .string) { a throws(CallFailure) in
            .string(try slug(of: a.string(0)))
        },
        "toYaml": Self(.any, gives: .string),
        "mustToYaml": Self(.any, gives: .string),
    ]

    /// Of a longer slug, gosimple/slug keeps whole words; so long ones are left to it.
    private static let longestSlug = 63

    /// Characters that are read as words or letters, such as `&` and `ü`, are left to
    /// gosimple/slug.
    private static func slug(of text: Bytes) throws(CallFailure) -> Bytes {
        var slug = Bytes()
        for byte in text {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                slug.append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "/"),
                UInt8(ascii: ":"), UInt8(ascii: "+"):
                if slug.last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
            default: throw .notRendered
            }
        }
        let isEdge = { (byte: UInt8) in "-_".utf8.contains(byte) }
        guard let first = slug.firstIndex(where: { !isEdge($0) }),
            let last = slug.lastIndex(where: { !isEdge($0) })
        else { return [] }
        guard last - first < longestSlug else { throw .notRendered }
        return Bytes(slug[first...last])
    }
}

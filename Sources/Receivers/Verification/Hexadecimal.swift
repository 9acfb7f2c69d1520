/// Bytes as hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Nil unless there are exactly `count` bytes in pairs of digits, of either case.
    static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count == 2 * count else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: utf8.count, by: 2) {
            guard let high = value(utf8[place]), let low = value(utf8[place + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}

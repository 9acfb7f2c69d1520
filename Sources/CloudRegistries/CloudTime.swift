#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Times as clouds write them.
enum CloudTime {
    /// As in `20260101T000000Z`.
    static func compact(_ secondsSince1970: Int) -> String {
        Date(timeIntervalSince1970: Double(secondsSince1970)).formatted(
            Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }

    /// Reads `2026-01-01T00:00:00Z`, with or without fractions of seconds; nil for other texts.
    static func seconds(_ text: String) -> Int? {
        for hasFractions in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions)
            if let date = try? style.parse(text), abs(date.timeIntervalSince1970) < 1e12 {
                return Int(date.timeIntervalSince1970)
            }
        }
        return nil
    }
}

/// A time in an answer: seconds since 1970, or text.
struct CloudTimestamp: Decodable, Sendable {
    let seconds: Int

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self), 0...1e11 ~= number {
            seconds = Int(number)
            return
        }
        let text = try value.decode(String.self)
        guard let found = Int(text) ?? CloudTime.seconds(text), 0...100_000_000_000 ~= found else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a time")
        }
        seconds = found
    }
}

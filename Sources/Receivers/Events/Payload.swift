import WebAccess

/// A JSON value of a call's body.
indirect enum Payload: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Payload])
    case object([String: Payload])

    /// More levels are no event.
    private static let depthLimit = 64
    /// GitHub's pushes name up to 2048 commits.
    private static let valueLimit = 200_000

    /// Nil for a body that is no JSON, or beyond the limits.
    init?(_ body: [UInt8]) {
        guard Self.isWithinLimits(body), let value = JSON.value(Payload.self, from: body) else {
            return nil
        }
        self = value
    }

    /// Counts brackets and commas outside of texts before anything is built.
    private static func isWithinLimits(_ body: [UInt8]) -> Bool {
        var (depth, values, isText, isEscaped) = (0, 0, false, false)
        for byte in body {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): (depth, values) = (depth + 1, values + 1)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            default: break
            }
            if depth > depthLimit || values > valueLimit { return false }
        }
        return true
    }

    subscript(_ keys: String...) -> Payload? {
        var value = self
        for key in keys {
            guard case .object(let members) = value, let next = members[key] else { return nil }
            value = next
        }
        return value
    }

    /// Nil for an empty text, too.
    var string: String? {
        if case .text(let text) = self, !text.isEmpty { text } else { nil }
    }

    /// No more than an event has; none for anything but a list.
    var items: ArraySlice<Payload> {
        if case .list(let items) = self { items.prefix(1000) } else { [] }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

extension Payload: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let members = try? value.decode([String: Payload].self) {
            self = .object(members)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([Payload].self) {
            self = .list(items)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }
}

/// Why an object cannot be made of what flags say.
package struct CreationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case missing
        /// With the words that say what it is instead.
        case malformed(String)
        case notOneOf([String])
        /// Another flag has to be given, perhaps with a certain value.
        case needs(String)
        case exclusive
    }

    /// As it is typed, such as `--image`; several where they exclude each other.
    package let flags: [String]
    package let reason: Reason
    /// The value that was given for the flag; nil if none was.
    package let value: String?
    /// The faulty part of the value, in UTF-8 offsets; nil for all of it.
    package let range: Range<Int>?

    init(
        _ flags: String..., reason: Reason, value: String? = nil, range: Range<Int>? = nil
    ) {
        self.flags = flags
        self.reason = reason
        self.value = value
        self.range = range
    }

    package var description: String {
        let flag = flags[0]
        return switch reason {
        case .missing where flags.count > 1: "one of \(flags.joined(separator: ", ")) is required"
        case .missing: "\(flag) is required"
        case .malformed(let words): "\(flag): \(words)"
        case .notOneOf(let values):
            "\(flag) must be one of \(values.joined(separator: ", "))"
                + (value.map { ", not `\($0)`" } ?? "")
        case .needs(let other): "\(flag) needs \(other)"
        case .exclusive: "only one of \(flags.joined(separator: ", ")) can be given"
        }
    }
}

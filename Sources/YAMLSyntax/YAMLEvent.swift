import SourceText

/// The notation of a scalar.
package enum YAMLScalarStyle: UInt8, Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
}

/// The notation of a collection.
package enum YAMLCollectionStyle: UInt8, Sendable {
    case block
    case flow
}

/// The anchor and tag before a node, each optional.
struct YAMLProperties {
    var anchor: String?
    /// As libyaml resolves it, such as `tag:yaml.org,2002:str` for `!!str`.
    var tag: String?

    var isEmpty: Bool { anchor == nil && tag == nil }
}

/// A receiver of parsing events, in text order; spans are UTF-8 offsets and include properties.
protocol YAMLEventSink {
    mutating func documentStart(at span: SourceSpan)
    mutating func documentEnd(at span: SourceSpan)
    mutating func scalar(
        _ value: borrowing Span<UInt8>, style: YAMLScalarStyle, properties: YAMLProperties,
        at span: SourceSpan)
    mutating func alias(_ name: String, at span: SourceSpan) throws(YAMLError)
    mutating func collectionStart(
        isMapping: Bool, style: YAMLCollectionStyle, properties: YAMLProperties,
        at span: SourceSpan)
    mutating func collectionEnd(at span: SourceSpan)
}

import SourceText

/// How a scalar is written.
package enum YAMLScalarStyle: UInt8, Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
}

/// How a collection is written.
package enum YAMLCollectionStyle: UInt8, Sendable {
    case block
    case flow
}

/// What stands in front of a node: an anchor, a tag, both or neither.
struct YAMLProperties {
    var anchor: String?
    /// As libyaml resolves it, such as `tag:yaml.org,2002:str` for `!!str`.
    var tag: String?

    var isEmpty: Bool { anchor == nil && tag == nil }
}

/// Receives a text's events in their order; spans are UTF-8 offsets and include properties.
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

import Clibyaml
import SourceText

/// Runs libyaml on a text; the only code of this module that calls C.
@safe struct YAMLEventStream: ~Copyable {
    /// On the heap, because a `yaml_parser_t` points into itself.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    private init() {
        unsafe parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        let initialised = unsafe yaml_parser_initialize(parser)
        precondition(initialised == 1, "libyaml could not allocate its parser")
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    /// Sends the events of `text`, which is UTF-8 without a byte-order mark, to `sink`.
    ///
    /// Throws when a collection is nested deeper than `depthLimit`, before libyaml reads on: it
    /// needs seconds for 100,000 open brackets.
    static func send(
        _ text: [UInt8], to sink: inout some YAMLEventSink, depthLimit: Int
    ) throws(YAMLError) {
        let stream = YAMLEventStream()
        try unsafe text.withUnsafeBufferPointer { (input) throws(YAMLError) in
            unsafe yaml_parser_set_encoding(stream.parser, YAML_UTF8_ENCODING)
            unsafe yaml_parser_set_input_string(stream.parser, input.baseAddress, input.count)
            var offsets = ScalarOffsets(text)
            var depth = 0
            while try stream.sendNext(to: &sink, offsets: &offsets, depth: &depth) {
                guard depth <= depthLimit else {
                    throw YAMLError(
                        reason: .tooDeep(limit: depthLimit), offset: offsets.lastEventStart)
                }
            }
        }
    }

    /// Sends one event, or returns false at the end of the stream.
    private borrowing func sendNext(
        to sink: inout some YAMLEventSink, offsets: inout ScalarOffsets, depth: inout Int
    ) throws(YAMLError) -> Bool {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
            throw error(offsets: &offsets)
        }
        defer { unsafe yaml_event_delete(&event) }
        let lower = unsafe offsets.byteOffset(of: event.start_mark.index)
        let upper = unsafe offsets.byteOffset(of: event.end_mark.index)
        let span = SourceSpan(min(lower, upper), upper)
        offsets.lastEventStart = span.lowerBound
        switch unsafe event.type {
        case YAML_STREAM_END_EVENT: return false
        case YAML_DOCUMENT_START_EVENT: sink.documentStart(at: span)
        case YAML_DOCUMENT_END_EVENT: sink.documentEnd(at: span)
        case YAML_SCALAR_EVENT: unsafe sendScalar(event.data.scalar, to: &sink, at: span)
        case YAML_ALIAS_EVENT:
            try sink.alias(unsafe string(event.data.alias.anchor) ?? "", at: span)
        case YAML_SEQUENCE_START_EVENT:
            depth += 1
            let start = unsafe event.data.sequence_start
            sink.collectionStart(
                isMapping: false,
                style: unsafe start.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
                properties: unsafe properties(start.anchor, start.tag), at: span)
        case YAML_MAPPING_START_EVENT:
            depth += 1
            let start = unsafe event.data.mapping_start
            sink.collectionStart(
                isMapping: true,
                style: unsafe start.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
                properties: unsafe properties(start.anchor, start.tag), at: span)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            depth -= 1
            sink.collectionEnd(at: span)
        default: break
        }
        return true
    }

    private borrowing func sendScalar(
        _ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar,
        to sink: inout some YAMLEventSink, at span: SourceSpan
    ) {
        let style: YAMLScalarStyle =
            switch unsafe scalar.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
        let value = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        sink.scalar(
            unsafe value.span, style: style,
            properties: unsafe properties(scalar.anchor, scalar.tag), at: span)
    }

    private borrowing func properties(
        _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?
    ) -> YAMLProperties {
        YAMLProperties(anchor: unsafe string(anchor), tag: unsafe string(tag))
    }

    private borrowing func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }

    private borrowing func error(offsets: inout ScalarOffsets) -> YAMLError {
        let failure = unsafe parser.pointee
        if unsafe failure.error == YAML_READER_ERROR {
            return unsafe YAMLError(reason: .invalidEncoding, offset: failure.problem_offset)
        }
        let problem = unsafe failure.problem.map { unsafe String(cString: $0) }
        return YAMLError(
            reason: .syntax(problem: problem ?? "out of memory"),
            offset: offsets.byteOffset(of: unsafe failure.problem_mark.index))
    }
}

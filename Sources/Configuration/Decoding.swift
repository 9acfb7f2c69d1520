import SourceText
import YAMLSyntax

/// One pass over a configuration file: what was found wrong, and how much was read.
struct Decoding {
    /// The size of a file, also with its aliases written out.
    static let sizeLimit = 262_144
    static let problemLimit = 100

    let path: String
    let lines: LineIndex
    private(set) var problems: [ConfigurationProblem] = []
    /// What may still be read; aliases would let a small file be read without end.
    private var remainingSize = sizeLimit

    init(path: String, source: [UInt8]) {
        self.path = path
        lines = LineIndex(source)
    }

    /// Whether nothing further is worth reading or reporting.
    var isOver: Bool { remainingSize < 0 || problems.count > Self.problemLimit }

    mutating func report(
        _ reason: ConfigurationProblem.Reason, at span: SourceSpan,
        suggestion: @autoclosure () -> String? = nil
    ) {
        guard problems.count <= Self.problemLimit else { return }
        let isLast = problems.count == Self.problemLimit
        let problem = ConfigurationProblem(
            path: path, reason: isLast ? .tooManyProblems(limit: Self.problemLimit) : reason,
            span: span, position: lines.position(at: span.lowerBound),
            suggestion: isLast ? nil : suggestion())
        // An alias brings the same fault to a second place.
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Whether a node may be read; counts it.
    mutating func admits(_ node: YAMLNode) -> Bool {
        guard !isOver else { return false }
        remainingSize -= 1 + (node.textBytes?.count ?? 0)
        if remainingSize < 0 { report(.tooLarge(limit: Self.sizeLimit), at: node.span) }
        return remainingSize >= 0
    }
}

extension YAMLNode {
    /// The kind of value as YAML 1.2 reads it, in words.
    var typeName: String {
        switch resolved.kind {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar, .alias: Self.name(of: scalarType)
        }
    }

    /// How a scalar is read; nil for a collection.
    var scalarType: PlainScalarType? {
        guard let text else { return nil }
        if resolved.tag == "tag:yaml.org,2002:str" || scalarStyle != .plain { return .string }
        return plainScalarType(of: text, schema: .yaml12)
    }

    private static func name(of type: PlainScalarType?) -> String {
        switch type {
        case .string, nil: "text"
        case .integer, .float: "a number"
        case .boolean: "true or false"
        case .null: "nothing"
        case .timestamp: "a date"
        }
    }
}

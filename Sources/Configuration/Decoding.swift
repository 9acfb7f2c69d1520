import SourceText
import YAMLSyntax

/// One pass over a configuration file: its problems so far, and how much may still be read.
struct Decoding {
    /// The size of a configuration, also with its aliases written out.
    static let sizeLimit = 262_144
    static let problemLimit = 100

    let path: String
    let lines: LineIndex
    private(set) var problems: [ConfigurationProblem] = []
    /// The size that may still be read, so that aliases cannot expand a small file endlessly.
    private var remainingSize: Int
    private let sizeLimit: Int

    init(path: String, source: [UInt8], sizeLimit: Int = Self.sizeLimit) {
        self.path = path
        self.sizeLimit = sizeLimit
        remainingSize = sizeLimit
        lines = LineIndex(source)
    }

    /// The root of a file's only document; nil, with a problem, for a file that cannot be used.
    mutating func root(of bytes: [UInt8]) -> YAMLNode? {
        guard bytes.count <= sizeLimit else {
            report(.tooLarge(limit: sizeLimit), at: SourceSpan(0, 0))
            return nil
        }
        do {
            let documents = try YAMLStream(bytes).documents
            if let document = documents.first, documents.count == 1 { return document.root }
            let start = documents.dropFirst().first?.root.span.lowerBound ?? 0
            report(.notOneDocument(count: documents.count), at: SourceSpan(start, start))
        } catch {
            report(.syntax(error.reason), at: SourceSpan(error.offset, error.offset))
        }
        return nil
    }

    /// Returns what was read; throws if there are problems, in the order of their places.
    func checked<Value>(_ value: Value?) throws(ConfigurationError) -> Value {
        guard let value, problems.isEmpty else {
            throw ConfigurationError(
                problems: problems.sorted { $0.span.lowerBound < $1.span.lowerBound })
        }
        return value
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
        if remainingSize < 0 { report(.tooLarge(limit: sizeLimit), at: node.span) }
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

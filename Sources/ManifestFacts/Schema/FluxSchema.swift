/// The fields that one kind of Flux has in one API version.
package struct FluxSchema: Sendable {
    /// One field, or the object as a whole.
    package struct Field: Sendable {
        package indirect enum Shape: Sendable {
            case any
            case string
            case boolean
            case integer
            /// One of these texts.
            case word([String])
            /// Numbers with units, such as `1h30m`.
            case duration(units: [String])
            case object([String: Field])
            case list(Shape)
            /// Keys are free, and all values have one shape.
            case map(Shape)
        }

        package let shape: Shape
        package let isRequired: Bool
    }

    package let kind: String
    /// Such as `image.toolkit.fluxcd.io/v1`.
    package let apiVersion: String
    package let spec: Field.Shape

    /// All that are known, from the oldest version of a kind to the newest.
    package static let all: [FluxSchema] = Parser(table).schemas

    private static let byKind = Dictionary(grouping: all, by: \.kind)

    /// The versions of a kind, the newest last; empty for a kind that is not known.
    package static func versions(ofKind kind: String) -> [FluxSchema] { byKind[kind] ?? [] }

    package static func schema(apiVersion: String, kind: String) -> FluxSchema? {
        versions(ofKind: kind).first { $0.apiVersion == apiVersion }
    }

    /// Kinds of Flux's API groups, those without a schema here among them.
    package static let kindsByGroup = [
        "image.toolkit.fluxcd.io": ["ImagePolicy", "ImageRepository", "ImageUpdateAutomation"],
        "notification.toolkit.fluxcd.io": ["Alert", "Provider", "Receiver"],
        "source.toolkit.fluxcd.io": [
            "Bucket", "ExternalArtifact", "GitRepository", "HelmChart", "HelmRepository",
            "OCIRepository",
        ],
    ]
}

extension FluxSchema {
    /// The shape at a path from the object's root; nil where there is no such field.
    package func shape(at path: some Sequence<String>) -> Field.Shape? {
        var shape: Field.Shape? = .object(["spec": Field(shape: spec, isRequired: true)])
        for key in path { shape = shape?.member(key) }
        return shape
    }

    /// The names of the fields at a path, ascending; empty where there are none.
    package func fields(at path: some Sequence<String>) -> [String] {
        guard case .object(let fields)? = shape(at: path)?.element else { return [] }
        return fields.keys.sorted()
    }

    /// The paths of all fields of a name, in the order of their texts.
    package func paths(ofField name: String) -> [[String]] {
        var found: [[String]] = []
        func search(_ shape: Field.Shape, _ path: [String]) {
            guard case .object(let fields) = shape.element else { return }
            for key in fields.keys.sorted() {
                guard let field = fields[key] else { continue }
                if key == name { found.append(path + [key]) }
                search(field.shape, path + [key])
            }
        }
        search(spec, ["spec"])
        return found
    }
}

extension FluxSchema.Field.Shape {
    /// The shape of the elements of lists, however deep.
    var element: FluxSchema.Field.Shape {
        if case .list(let inner) = self { inner.element } else { self }
    }

    /// The shape of a field, in the items if this is a list; nil where there is none.
    fileprivate func member(_ key: String) -> FluxSchema.Field.Shape? {
        switch element {
        case .object(let fields): fields[key]?.shape
        case .map(let value): value
        case .any: .any
        default: nil
        }
    }
}

/// Reads `FluxSchema.table`.
///
///     table: (API-VERSION KIND NEWLINE field)*
///     field: SPACES NAME ["!"] ("[]" | "{}")* [" " type] NEWLINE field*
///     type: ("string" | "bool" | "integer" | "any" | "duration" | "timeout" | "string(A|B)") "[]"* "{}"*
private struct Parser {
    private(set) var schemas: [FluxSchema] = []
    private let lines: [Substring]
    private var index = 0

    init(_ table: String) {
        lines = table.split(separator: "\n")
        while index < lines.count {
            let header = lines[index].split(separator: " ")
            index += 1
            let fields = fields(deeperThan: 0)
            schemas.append(
                FluxSchema(
                    kind: String(header[1]), apiVersion: String(header[0]),
                    spec: fields["spec"]?.shape ?? .any))
        }
    }

    private mutating func fields(deeperThan depth: Int) -> [String: FluxSchema.Field] {
        var fields: [String: FluxSchema.Field] = [:]
        while index < lines.count {
            let line = lines[index]
            let indent = line.prefix { $0 == " " }.count
            guard indent > depth else { break }
            index += 1
            let parts = line.split(separator: " ")
            let head = parts[0]
            let name = head.prefix { $0.isLetter || $0.isNumber }
            let members = self.fields(deeperThan: indent)
            let type = parts.count > 1 ? parts[1] : head[name.endIndex...]
            fields[String(name)] = FluxSchema.Field(
                shape: shape(type, members: members), isRequired: head.contains("!"))
        }
        return fields
    }

    private func shape(
        _ type: Substring, members: [String: FluxSchema.Field]
    ) -> FluxSchema.Field.Shape {
        if type.hasSuffix("[]") { return .list(shape(type.dropLast(2), members: members)) }
        if type.hasSuffix("{}") { return .map(shape(type.dropLast(2), members: members)) }
        switch type {
        case "string": return .string
        case "bool": return .boolean
        case "integer": return .integer
        case "duration": return .duration(units: ["ms", "s", "m", "h"])
        case "timeout": return .duration(units: ["ms", "s", "m"])
        case "any": return .any
        default:
            if type.hasPrefix("string(") {
                let words = type.dropFirst("string(".count).dropLast()
                return .word(words.split(separator: "|").map(String.init))
            }
            return .object(members)
        }
    }
}

import GoTemplates
import YAMLSyntax

/// One set of inputs of a ResourceSet, as the API server stores it.
struct ResourceSetInputs {
    let input: TemplateInput
    /// Whether Flux fills a variable in before the operator reads it.
    let hasVariables: Bool

    /// The most values of one set, which aliases may repeat.
    private static let valueLimit = 10_000

    /// Without inputs, each template is rendered once.
    static let none = ResourceSetInputs(input: .map([:]), hasVariables: false)

    private init(input: TemplateInput, hasVariables: Bool) {
        self.input = input
        self.hasVariables = hasVariables
    }

    /// Nil for a value that Kubernetes may read otherwise than as written here.
    init?(_ node: YAMLNode) {
        var budget = Self.valueLimit
        guard node.resolvedKind == .mapping,
            let input = TemplateInput(node, depth: 0, budget: &budget)
        else { return nil }
        self.init(input: input, hasVariables: node.scalars.contains { $0.hasByte("$") })
    }
}

extension YAMLNode {
    fileprivate func hasByte(_ character: Unicode.Scalar) -> Bool {
        textBytes?.contains(UInt8(ascii: character)) ?? false
    }
}

extension TemplateInput {
    private static let depthLimit = 32

    fileprivate init?(_ node: YAMLNode, depth: Int, budget: inout Int) {
        budget -= 1
        guard budget >= 0, depth < Self.depthLimit, node.tag == nil else { return nil }
        switch node.resolvedKind {
        case .sequence:
            var items: [TemplateInput] = []
            for item in node.items {
                guard let item = TemplateInput(item, depth: depth + 1, budget: &budget) else {
                    return nil
                }
                items.append(item)
            }
            self = .list(items)
        case .mapping:
            var entries: [String: TemplateInput] = [:]
            for (key, value) in node.pairs {
                guard let key = key.text, key != "<<", entries[key] == nil,
                    let value = TemplateInput(value, depth: depth + 1, budget: &budget)
                else { return nil }
                entries[key] = value
            }
            self = .map(entries)
        case .scalar:
            guard let text = node.text else { return nil }
            self.init(text, isPlain: node.scalarStyle == .plain)
        case .alias: return nil
        }
    }

    private init?(_ text: String, isPlain: Bool) {
        guard isPlain else {
            self = .text(text)
            return
        }
        switch plainScalarType(of: text, schema: .yaml11) {
        case .string: self = .text(text)
        case .null: self = .null
        case .boolean:
            self = .bool(["y", "yes", "on", "true"].contains(text.lowercased()))
        case .integer, .float:
            // Octal numbers and those with underscores are read otherwise.
            let isDecimal = text == "0" || !text.drop { $0 == "-" }.hasPrefix("0")
            guard isDecimal || text.contains("."), let number = Double(text), number.isFinite else {
                return nil
            }
            self = .number(number)
        case .timestamp: return nil
        }
    }
}

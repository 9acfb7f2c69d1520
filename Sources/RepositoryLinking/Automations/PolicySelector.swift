import Kustomize
import ManifestFacts

/// A label selector as an object contains it: `matchLabels` and `matchExpressions`.
///
/// Source: Kubernetes, `metav1.LabelSelectorAsSelector`.
package struct PolicySelector: Hashable, Sendable {
    package enum Operator: String, CaseIterable, Sendable {
        case isIn = "In"
        case isNotIn = "NotIn"
        case exists = "Exists"
        case doesNotExist = "DoesNotExist"
    }

    /// A condition on a policy's labels.
    package struct Requirement: Hashable, Sendable {
        package let key: String
        package let relation: Operator
        /// In the order of the manifest; one for an entry of `matchLabels`.
        package let values: [String]
    }

    package let requirements: [Requirement]

    /// A selector as far as the repository tells it.
    enum Reading: Sendable {
        case known(PolicySelector)
        /// Kubernetes refuses the selector.
        case invalid(PolicySelectorFault)
        /// A variable, or something that is not followed, is in it.
        case unknown
    }

    /// The first requirement that labels do not meet; nil if they meet all.
    func firstUnmet(by labels: [String: EffectiveText]) -> Requirement? {
        requirements.first { !$0.isMet(by: labels[$0.key]?.known) }
    }
}

extension PolicySelector.Requirement {
    fileprivate func isMet(by value: String?) -> Bool {
        switch relation {
        case .isIn: value.map(values.contains) ?? false
        case .isNotIn: !(value.map(values.contains) ?? false)
        case .exists: value != nil
        case .doesNotExist: value == nil
        }
    }
}

extension PolicySelector.Requirement: CustomStringConvertible {
    /// As `kubectl` takes it.
    package var description: String {
        let list = values.joined(separator: ",")
        return switch relation {
        case .isIn: values.count == 1 ? "\(key)=\(list)" : "\(key) in (\(list))"
        case .isNotIn: values.count == 1 ? "\(key)!=\(list)" : "\(key) notin (\(list))"
        case .exists: key
        case .doesNotExist: "!\(key)"
        }
    }
}

/// Why Kubernetes refuses a label selector.
package enum PolicySelectorFault: Error, Hashable, Sendable {
    case unknownOperator(String)
    case missingValues(relation: String)
    case surplusValues(relation: String)
    case missingKey
}

extension PolicySelectorFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownOperator(let text):
            "`\(text)` is not one of the operators `In`, `NotIn`, `Exists` and `DoesNotExist`"
        case .missingValues(let relation): "the operator `\(relation)` needs `values`"
        case .surplusValues(let relation): "the operator `\(relation)` takes no `values`"
        case .missingKey: "an expression has no `key`"
        }
    }
}

extension PolicySelector.Reading {
    /// Reads a selector as built, with the variables that Flux fills in.
    init(_ node: BuiltNode, of object: EffectiveObject) {
        var requirements: [PolicySelector.Requirement] = []
        if case .unknown = node {
            self = .unknown
            return
        }
        for entry in node["matchLabels"]?.entries ?? [] {
            guard let value = object.literal(entry.value) else {
                self = .unknown
                return
            }
            requirements.append(.init(key: entry.key, relation: .isIn, values: [value]))
        }
        for expression in node["matchExpressions"]?.items ?? [] {
            switch Self.requirement(expression, of: object) {
            case .success(let requirement?): requirements.append(requirement)
            case .success(nil):
                self = .unknown
                return
            case .failure(let fault):
                self = .invalid(fault)
                return
            }
        }
        self = .known(PolicySelector(requirements: requirements))
    }

    /// Nil for an expression with something unknown in it.
    private static func requirement(
        _ node: BuiltNode, of object: EffectiveObject
    ) -> Result<PolicySelector.Requirement?, PolicySelectorFault> {
        if case .unknown = node { return .success(nil) }
        guard let keyNode = node["key"] else { return .failure(.missingKey) }
        let valueNodes = node["values"]?.items ?? []
        let values = valueNodes.compactMap(object.literal)
        guard let key = object.literal(keyNode), values.count == valueNodes.count else {
            return .success(nil)
        }
        let word = node["operator"].flatMap(object.literal)
        if node["operator"] != nil, word == nil { return .success(nil) }
        guard let relation = PolicySelector.Operator(rawValue: word ?? "") else {
            return .failure(.unknownOperator(word ?? ""))
        }
        let takesValues = relation == .isIn || relation == .isNotIn
        if takesValues, values.isEmpty {
            return .failure(.missingValues(relation: relation.rawValue))
        }
        if !takesValues, !values.isEmpty {
            return .failure(.surplusValues(relation: relation.rawValue))
        }
        return .success(.init(key: key, relation: relation, values: values))
    }
}

extension EffectiveObject {
    /// A scalar's text with variables filled in; nil where it is not known.
    func literal(_ node: BuiltNode) -> String? {
        guard let text = node.text?.text, let result = substituted(text),
            NamePattern.isLiteral(result)
        else { return nil }
        return result
    }
}

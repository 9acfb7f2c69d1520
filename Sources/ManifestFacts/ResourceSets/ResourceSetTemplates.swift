import GoTemplates
import SourceText
import YAMLSyntax

/// The templates of a ResourceSet, and its inputs.
///
/// The operator renders each object as a text of YAML, written without the comments and quotes of
/// the file. Here each scalar is rendered by itself, written in that way: where the result is no
/// longer one scalar, or the template is one that is not rendered, it stays as it is, and counts as
/// unknown.
///
/// Source: controlplaneio-fluxcd/flux-operator, `internal/builder/resourceset.go`.
struct ResourceSetTemplates {
    /// The most nodes of all objects together.
    private static let nodeLimit = 200_000

    private let spec: YAMLNode?
    private let resources: [YAMLNode]

    init(_ root: YAMLNode) {
        spec = root["spec"]
        let steps = spec?["steps"].map { $0.items.compactMap { $0["resources"] } } ?? []
        let lists = (spec?["resources"].map { [$0] } ?? []) + steps
        resources = lists.flatMap { $0.items.map(\.resolved) }.filter { $0.kind == .mapping }
    }

    /// The scalars that contain an expression, ascending.
    var filledIn: [SourceSpan] {
        resources.flatMap { $0.scalars.filter(\.isTemplate).map(\.span) }
            .sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The objects of each set of inputs, without those that an earlier one of the same name hides.
    func render() throws(ResourceSetObstacle) -> [[ObjectNode]] {
        let inputs = try inputs()
        let count = resources.reduce(0) { $0 + $1.nodeCount } * inputs.count
        guard count <= Self.nodeLimit else { throw .tooMany(limit: Self.nodeLimit) }
        let budget = TemplateBudget()
        var objects: [[ObjectNode]] = inputs.map { _ in [] }
        var seen: Set<ObjectKey> = []
        for resource in resources {
            for (place, input) in inputs.enumerated() {
                let root = resource.copy { scalar in
                    scalar.isTemplate ? input.rendered(scalar, within: budget) : nil
                }
                guard let root, let object = ObjectNode(root), !object.isDisabled,
                    seen.insert(ObjectKey(object.identity)).inserted
                else { continue }
                objects[place].append(object)
            }
        }
        return objects
    }

    private func inputs() throws(ResourceSetObstacle) -> [ResourceSetInputs] {
        if spec?["inputsFrom"] != nil { throw .inputProviders }
        if let strategy = spec?[path: "inputStrategy", "name"], !strategy.hasText("Flatten") {
            throw .combined
        }
        guard let list = spec?["inputs"] else { return [.none] }
        guard list.resolvedKind == .sequence else { throw .unreadableInputs }
        var inputs: [ResourceSetInputs] = []
        for item in list.items {
            guard let input = ResourceSetInputs(item) else { throw .unreadableInputs }
            inputs.append(input)
        }
        return inputs.isEmpty ? [.none] : inputs
    }
}

/// The key by which a cluster tells objects apart.
private struct ObjectKey: Hashable {
    private let group: String
    private let parts: [String?]

    init(_ identity: ObjectIdentity) {
        group = identity.group
        parts = [identity.kind, identity.namespace, identity.name]
    }
}

extension ObjectNode {
    /// Whether an annotation keeps the operator from applying it.
    fileprivate var isDisabled: Bool {
        root["metadata"]?["annotations"]?.string("fluxcd.controlplane.io/reconcile") == "disabled"
    }
}

extension ObjectNode {
    /// Whether the operator takes its data from another object of the cluster.
    var isCopied: Bool {
        let annotations = root["metadata"]?["annotations"]
        return ["copyFrom", "convertKubeConfigFrom"].contains {
            annotations?["fluxcd.controlplane.io/\($0)"] != nil
        }
    }

    /// Whether no expression of a template is left in it.
    var isKnown: Bool { !root.scalars.contains { $0.isTemplate } }
}

extension ResourceSetInputs {
    /// The scalar with this set of inputs; nil where it is not known.
    fileprivate func rendered(_ scalar: YAMLNode, within budget: TemplateBudget) -> YAMLScalar? {
        guard let text = scalar.text, !text.hasPrefix("<<-"), !text.hasSuffix("->>"),
            !hasVariables || text.hasPlainExpressions
        else { return nil }
        let written = YAMLValue.text(text).blockText
        guard let template = try? Template(ofResources: written),
            let bytes = try? template.rendered(with: input, within: budget),
            bytes.count(where: { $0 == 0x0A }) == written.utf8.count(where: { $0 == 0x0A })
        else { return nil }
        return YAMLScalar(only: bytes)
    }
}

extension YAMLNode {
    /// Whether an expression of a template is in it.
    fileprivate var isTemplate: Bool {
        guard let bytes = textBytes else { return false }
        return bytes.firstIndex(of: "<<") != nil && bytes.count > 2
    }
}

extension String {
    /// Whether nothing but inputs stands between angle brackets: a variable of Flux in one of them
    /// then stays as it is.
    fileprivate var hasPlainExpressions: Bool {
        split(separator: "<<", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.prefixMatch(of: /\s*inputs(\.[A-Za-z_][A-Za-z0-9_]*)+\s*>>/) != nil
        }
    }
}

package import Kustomize
import ManifestFacts
package import SourceText
import YAMLSyntax

/// An object as one of the ways of building it leaves it.
package final class EffectiveObject: Sendable {
    package let identity: EffectiveIdentity
    /// As kustomize builds it, with the variables that Flux then fills in.
    package let builtIdentity: EffectiveIdentity
    /// The number of the build in the graph; nil where nothing in the repository builds it.
    let build: Int?
    /// The object's nodes after patches; nil where they were not at hand.
    let document: BuiltNode?
    /// The variables that Flux substitutes; nil if it substitutes none.
    let variables: Variables?
    /// The Flux Kustomizations that fill it in; empty where all of the build come to the same.
    let scopes: [Scope]
    /// The labels that kustomizations add to those of the document.
    let addedLabels: [String: String]
    /// The same for annotations.
    private let addedAnnotations: [String: String]
    /// Why its name or its namespace is not known, where something unknown may change them.
    let unknownReason: String?
    /// Whether nothing but the file itself says what its fields are.
    package let isAsWritten: Bool

    fileprivate init(
        _ state: ObjectState, build: Int?, variables: Variables?, scopes: [Scope]
    ) {
        self.build = build
        self.variables = variables
        self.scopes = scopes
        document = state.document
        addedLabels = state.addedLabels
        addedAnnotations = state.addedAnnotations
        unknownReason = state.unknownReason
        isAsWritten = !state.isPatched && variables == nil
        func text(_ text: String?, _ part: Uncertainty) -> EffectiveText {
            state.unknown.contains(part) ? .unknown : EffectiveText(text)
        }
        builtIdentity = EffectiveIdentity(
            namespace: text(state.namespace, .namespace), name: text(state.name, .name))
        identity = EffectiveIdentity(
            namespace: builtIdentity.namespace.substituted(with: variables),
            name: builtIdentity.name.substituted(with: variables))
    }

    private init(_ object: EffectiveObject, variables: Variables) {
        (identity, builtIdentity) = (object.identity, object.builtIdentity)
        (build, document, scopes) = (object.build, object.document, object.scopes)
        addedLabels = object.addedLabels
        addedAnnotations = object.addedAnnotations
        unknownReason = object.unknownReason
        isAsWritten = false
        self.variables = variables
    }

    /// The same object with given values of variables that the repository leaves open.
    func giving(_ values: [String: String]) -> EffectiveObject {
        var variables = variables ?? .unknown
        for (name, value) in values where variables[name] == nil { variables.add(name, value) }
        return EffectiveObject(self, variables: variables)
    }

    /// The value at the end of a path of keys, as built.
    package func field(_ keys: String...) -> BuiltField { field(keys) }

    func field(_ keys: [String]) -> BuiltField { field(at: node(keys)) }

    /// The final value of one of its nodes.
    package func field(at node: BuiltNode?) -> BuiltField {
        guard let node, !node.isNull else { return .absent }
        if case .unknown(let reason) = node { return .unknown(reason) }
        guard let (text, location) = node.text else { return .collection(node) }
        guard let variables else { return .known(text, at: location) }
        guard let result = VariableSubstitution.result(of: text, with: variables) else {
            return .unknown("Flux cannot substitute the variables of this object")
        }
        return result.isKnown
            ? .known(result.text, at: location)
            : .unknown("the value of a variable is not in the repository")
    }

    /// The node at the end of a path of keys, without variables filled in.
    func node(_ keys: [String]) -> BuiltNode? {
        var node = document
        for (place, key) in keys.enumerated() {
            guard case .written(var written, let origin)? = node else {
                node = node?[key]
                continue
            }
            // Below a node that is as written, everything is as written.
            for key in keys[place...] {
                guard written.resolvedKind == .mapping, let value = written[key] else {
                    return nil
                }
                written = value
            }
            return .written(written, in: origin)
        }
        return node
    }

    /// The labels as built, with the variables that Flux fills in; nil where they are not known.
    package var labels: [String: EffectiveText]? { metadata("labels", adding: addedLabels) }

    /// The annotations as built, likewise.
    package var annotations: [String: EffectiveText]? {
        metadata("annotations", adding: addedAnnotations)
    }

    private func metadata(
        _ key: String, adding added: [String: String]
    ) -> [String: EffectiveText]? {
        let written = document?["metadata"]?[key]
        if case .unknown? = written { return nil }
        return (written?.texts ?? [:]).merging(added) { $1 }
            .mapValues { substituted($0).map { EffectiveText($0) } ?? .unknown }
    }
}

/// One field of an object as built.
package enum BuiltField: Sendable {
    case absent
    /// A scalar's text, and the place in a file or patch that brought it.
    case known(String, at: SourceLocation)
    case collection(BuiltNode)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)

    package var text: String? {
        if case .known(let text, _) = self { text } else { nil }
    }

    package var isUnknown: Bool { unknownReason != nil }

    /// Nil for a field that is known.
    package var unknownReason: String? {
        if case .unknown(let reason) = self { reason } else { nil }
    }
}

extension BuildGraph {
    /// All that an object becomes: one for each way of building it that makes a difference.
    func objects(of fact: some RootedFact, inFile file: Int) -> [EffectiveObject] {
        let builds = buildsOfFile[file]
        return builds.isEmpty
            ? objects(of: fact, inFile: file, build: nil)
            : builds.flatMap { objects(of: fact, inFile: file, build: $0) }
    }

    /// The same for one build; nil where nothing in the repository builds it.
    func objects(of fact: some RootedFact, inFile file: Int, build: Int?) -> [EffectiveObject] {
        objects(of: fact, in: state(of: fact, inFile: file, build: build), build: build)
    }

    /// The same after patches, which are known.
    func objects(
        of fact: some RootedFact, in state: ObjectState, build: Int?
    ) -> [EffectiveObject] {
        if state.isDeleted { return [] }
        return variants(of: state, build: build, hasVariables: fact.mentionsVariables)
    }

    func state(of fact: some RootedFact, inFile file: Int, build: Int?) -> ObjectState {
        let document = BuiltNode.written(fact.root, in: TextOrigin(kustomize.files[file]))
        return state(of: fact.object.identity, document: document, in: build)
    }

    private func variants(
        of state: ObjectState, build: Int?, hasVariables: Bool
    ) -> [EffectiveObject] {
        let hasVariables =
            hasVariables || state.name.mayHoldVariables
            || state.namespace?.mayHoldVariables == true || state.isPatched
        let asBuilt = { EffectiveObject(state, build: build, variables: nil, scopes: []) }
        guard hasVariables, let build else { return [asBuilt()] }
        let scopes = scopes(of: build)
        let fillsIn = scopes.contains { $0.map { !$0.variables.isEmpty } ?? false }
        guard fillsIn, !state.isOptedOut else { return [asBuilt()] }
        var order: [Variables?] = []
        var scopesByVariables: [Variables?: [Scope]] = [:]
        for scope in scopes {
            let variables = scope.flatMap { $0.variables.isEmpty ? nil : $0.variables }
            if scopesByVariables[variables] == nil { order.append(variables) }
            scopesByVariables[variables, default: []] += scope.map { [$0] } ?? []
        }
        return order.map { variables in
            EffectiveObject(
                state, build: build, variables: variables,
                scopes: order.count > 1 ? scopesByVariables[variables] ?? [] : [])
        }
    }
}

extension String {
    fileprivate var mayHoldVariables: Bool { utf8.contains(UInt8(ascii: "$")) }
}

extension ObjectState {
    /// Whether a label or annotation tells Flux to substitute nothing.
    fileprivate var isOptedOut: Bool {
        let key = "kustomize.toolkit.fluxcd.io/substitute"
        return label(key) == "disabled" || annotation(key) == "disabled"
    }
}

extension EffectiveText {
    fileprivate func substituted(with variables: Variables?) -> EffectiveText {
        guard let variables, case .pattern(let text) = self, self != .unknown else { return self }
        return VariableSubstitution.result(of: text, with: variables)
            .map { EffectiveText($0.text) } ?? .unknown
    }
}

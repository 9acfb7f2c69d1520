/// Follows a template without data, by types alone, for what goes wrong on every way.
///
/// The type nil means what only an execution would know. Of a condition, a failure counts
/// if both ways fail; of a loop, if what it goes through cannot be empty.
struct TemplateChecker {
    let template: Template
    let model: DataModel
    var variables: [(name: String, type: GoType?)] = []
    private let budget = Budget()
    private var depth = 0

    init(_ template: Template, model: DataModel) {
        self.template = template
        self.model = model
    }

    mutating func certainFailure() -> LocatedFailure? {
        let root = GoType.record(model.root)
        variables = [("$", root)]
        do throws(LocatedFailure) {
            try check(template.definitions[Template.mainName] ?? [], dot: root)
            return nil
        } catch {
            // What the check itself cannot follow proves nothing.
            if case .tooManySteps = error.reason { return nil }
            if case .tooDeep = error.reason { return nil }
            return error
        }
    }

    func fail(_ reason: TemplateError.Reason, at offset: Int) -> LocatedFailure {
        LocatedFailure(stage: .execute, reason: reason, offset: offset)
    }

    /// Nodes behind a `break` or `continue` may be left out, so they prove nothing.
    private mutating func check(
        _ nodes: [TemplateNode], dot: GoType?
    ) throws(LocatedFailure) {
        for node in nodes {
            try spend(at: 0)
            try check(node, dot: dot)
            if node.mayLeave { return }
        }
    }

    private mutating func check(_ node: TemplateNode, dot: GoType?) throws(LocatedFailure) {
        switch node {
        case .text, .exit: break
        case .action(let pipeline): _ = try type(of: pipeline, dot: dot)
        case .condition(let branch): try choose(branch, dot: dot, setsDot: false)
        case .with(let branch): try choose(branch, dot: dot, setsDot: true)
        case .range(let branch): try range(branch, dot: dot)
        case .call(let name, let argument, let offset):
            try call(name, argument, dot: dot, at: offset)
        }
    }

    private mutating func choose(
        _ branch: TemplateNode.Branch, dot: GoType?, setsDot: Bool
    ) throws(LocatedFailure) {
        let mark = variables.count
        let type = try type(of: branch.pipeline, dot: dot)
        let before = variables
        let first = attempt { (checker) throws(LocatedFailure) in
            try checker.check(branch.body, dot: setsDot ? type : dot)
        }
        let between = variables
        variables = before
        let second = attempt { (checker) throws(LocatedFailure) in
            try checker.check(branch.otherwise ?? [], dot: dot)
        }
        // What either way assigned is known only where both agree.
        for place in variables.indices where variables[place].type != between[place].type {
            variables[place].type = nil
        }
        variables.removeSubrange(mark...)
        if let first, second != nil { throw first }
    }

    /// The failure of a way, after which the variables are as before the way's own.
    private mutating func attempt(
        _ body: (inout TemplateChecker) throws(LocatedFailure) -> Void
    ) -> LocatedFailure? {
        let mark = variables.count
        defer { variables.removeSubrange(mark...) }
        do throws(LocatedFailure) {
            try body(&self)
            return nil
        } catch {
            return error
        }
    }

    private mutating func range(
        _ branch: TemplateNode.Branch, dot: GoType?
    ) throws(LocatedFailure) {
        let mark = variables.count
        defer { variables.removeSubrange(mark...) }
        let collection = try type(of: branch.pipeline, dot: dot)
        let element = collection.flatMap(\.element).flatMap { $0 == .any ? nil : $0 }
        bind(branch.pipeline, collection, element, mark: mark)
        // What an iteration assigns, the next one finds.
        for name in branch.body.assignedVariables { forget(name) }
        let failure = attempt { (checker) throws(LocatedFailure) in
            try checker.check(branch.body, dot: element)
        }
        for name in branch.body.assignedVariables { forget(name) }
        if let failure, let collection, collection.isNeverEmpty { throw failure }
        if let otherwise = branch.otherwise {
            _ = attempt { (checker) throws(LocatedFailure) in
                try checker.check(otherwise, dot: dot)
            }
        }
    }

    private mutating func bind(
        _ pipeline: Pipeline, _ collection: GoType?, _ element: GoType?, mark: Int
    ) {
        var key: GoType?
        if case .map(let type, _) = collection?.underlying { key = type }
        if case .slice = collection?.underlying { key = .int }
        let types = pipeline.variables.count == 2 ? [key, element] : [element]
        for (place, (name, type)) in zip(pipeline.variables, types).enumerated() {
            if pipeline.isAssignment {
                forget(name)
            } else {
                variables[mark + place] = (name, type)
            }
        }
    }

    mutating func forget(_ name: String) {
        if let place = variables.lastIndex(where: { $0.name == name }) {
            variables[place].type = nil
        }
    }

    private mutating func call(
        _ name: Bytes, _ argument: Pipeline?, dot: GoType?, at offset: Int
    ) throws(LocatedFailure) {
        guard let nodes = template.definitions[name] else {
            throw fail(.undefinedTemplate(name.text), at: offset)
        }
        var inner: GoType?
        if let argument { inner = try type(of: argument, dot: dot) }
        guard depth < 8 else { return }
        depth += 1
        let outer = variables
        variables = [("$", inner)]
        defer {
            variables = outer
            depth -= 1
        }
        try check(nodes, dot: inner)
    }

    func spend(at offset: Int) throws(LocatedFailure) {
        do throws(CallFailure) {
            try budget.spend()
        } catch {
            throw fail(.tooManySteps(limit: TemplateLimits.steps), at: offset)
        }
    }
}

extension GoType {
    /// Whether Flux only makes filled ones: an update has at least one change, in one file, of one
    /// object and with one image.
    ///
    /// Source: fluxcd/image-automation-controller, `internal/update/result.go` and `setters.go`.
    fileprivate var isNeverEmpty: Bool {
        switch self {
        case .objectChanges, .slice(.record(.change)), .map(key: .string, value: .objectChanges),
            .images, .objectImages, .map(key: .string, value: .record(.fileResult)):
            true
        default: false
        }
    }
}

extension TemplateNode {
    /// Whether the node can end the loop that it is in.
    fileprivate var mayLeave: Bool {
        switch self {
        case .exit: true
        case .condition(let branch), .with(let branch):
            (branch.body + (branch.otherwise ?? [])).contains(where: \.mayLeave)
        default: false
        }
    }
}

extension [TemplateNode] {
    /// The variables that `=` sets anywhere within.
    fileprivate var assignedVariables: [String] {
        flatMap { node -> [String] in
            switch node {
            case .action(let pipeline): pipeline.assignedVariables
            case .condition(let branch), .with(let branch), .range(let branch):
                branch.pipeline.assignedVariables + branch.body.assignedVariables
                    + (branch.otherwise ?? []).assignedVariables
            default: []
            }
        }
    }
}

extension Pipeline {
    fileprivate var assignedVariables: [String] {
        let inner = commands.flatMap(\.operands).flatMap { operand -> [String] in
            if case .pipeline(let pipeline) = operand.form {
                pipeline.assignedVariables
            } else {
                []
            }
        }
        return (isAssignment ? variables : []) + inner
    }
}

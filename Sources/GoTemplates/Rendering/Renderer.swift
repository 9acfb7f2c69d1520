/// Executes a template as Go 1.26's `text/template` does.
struct Renderer {
    /// How a list of nodes was left.
    enum Flow {
        case atEnd
        case byBreak
        case byContinue
    }

    let template: Template
    let model: DataModel
    let budget: Budget
    var output = Bytes()
    /// The innermost last; the first is `$`.
    var variables: [(name: String, value: TemplateValue)] = []
    private var depth = 0

    /// The value of the function that gives the data.
    private var data = TemplateValue.missing

    init(_ template: Template, model: DataModel, budget: Budget) {
        self.template = template
        self.model = model
        self.budget = budget
    }

    mutating func render(_ data: TemplateValue) throws(LocatedFailure) -> Bytes {
        self.data = data
        let dot = template.dialect.dataFunction == nil ? data : .missing
        variables = variables(at: dot)
        _ = try walk(template.definitions[Template.mainName] ?? [], dot: dot)
        return output
    }

    /// The variables that a template begins with.
    private func variables(at dot: TemplateValue) -> [(name: String, value: TemplateValue)] {
        [(template.dialect.dataFunction ?? "$", data), ("$", dot)]
    }

    private mutating func walk(
        _ nodes: [TemplateNode], dot: TemplateValue
    ) throws(LocatedFailure) -> Flow {
        for node in nodes {
            let flow = try walk(node, dot: dot)
            guard flow == .atEnd else { return flow }
        }
        return .atEnd
    }

    private mutating func walk(
        _ node: TemplateNode, dot: TemplateValue
    ) throws(LocatedFailure) -> Flow {
        switch node {
        case .text(let bytes): try write(bytes, at: 0)
        case .action(let pipeline):
            let value = try evaluate(pipeline, dot: dot)
            guard pipeline.variables.isEmpty else { break }
            let text = try located(at: pipeline.offset, in: "print") { () throws(CallFailure) in
                try GoPrinter.text(of: value, budget: budget)
            }
            try write(text, at: pipeline.offset)
        case .condition(let branch): return try choose(branch, dot: dot, setsDot: false)
        case .with(let branch): return try choose(branch, dot: dot, setsDot: true)
        case .range(let branch): return try range(branch, dot: dot)
        case .exit(let isBreak): return isBreak ? .byBreak : .byContinue
        case .call(let name, let argument, let offset):
            try call(name, argument, dot: dot, at: offset)
        }
        return .atEnd
    }

    private mutating func choose(
        _ branch: TemplateNode.Branch, dot: TemplateValue, setsDot: Bool
    ) throws(LocatedFailure) -> Flow {
        let mark = variables.count
        defer { variables.removeSubrange(mark...) }
        return try deeper(at: branch.offset) { (renderer) throws(LocatedFailure) in
            let value = try renderer.evaluate(branch.pipeline, dot: dot)
            if value.isTrue { return try renderer.walk(branch.body, dot: setsDot ? value : dot) }
            return try renderer.walk(branch.otherwise ?? [], dot: dot)
        }
    }

    private mutating func call(
        _ name: Bytes, _ argument: Pipeline?, dot: TemplateValue, at offset: Int
    ) throws(LocatedFailure) {
        guard let nodes = template.definitions[name] else {
            throw fail(.undefinedTemplate(name.text), at: offset)
        }
        let inner =
            try argument.map { (pipeline) throws(LocatedFailure) in
                try evaluate(pipeline, dot: dot)
            } ?? .missing
        let outer = variables
        variables = variables(at: inner)
        defer { variables = outer }
        try deeper(at: offset) { (renderer) throws(LocatedFailure) in
            _ = try renderer.walk(nodes, dot: inner)
        }
    }

    // MARK: Range

    private mutating func range(
        _ branch: TemplateNode.Branch, dot: TemplateValue
    ) throws(LocatedFailure) -> Flow {
        let mark = variables.count
        defer { variables.removeSubrange(mark...) }
        let collection = try evaluate(branch.pipeline, dot: dot)
        let items = try items(of: collection, in: branch)
        guard !items.isEmpty else { return try walk(branch.otherwise ?? [], dot: dot) }
        return try deeper(at: branch.offset) { (renderer) throws(LocatedFailure) in
            try renderer.iterate(branch, over: items)
        }
    }

    private mutating func iterate(
        _ branch: TemplateNode.Branch, over items: AnyCollection<RangeItem>
    ) throws(LocatedFailure) -> Flow {
        let mark = variables.count
        for (key, element) in items {
            try spend(at: branch.offset)
            try bind(branch.pipeline, key: key, element: element, mark: mark)
            let flow = try walk(branch.body, dot: element)
            variables.removeSubrange(mark...)
            if flow == .byBreak { break }
        }
        return .atEnd
    }

    /// One variable takes the element, two take key and element.
    private mutating func bind(
        _ pipeline: Pipeline, key: TemplateValue, element: TemplateValue, mark: Int
    ) throws(LocatedFailure) {
        let values = pipeline.variables.count == 2 ? [key, element] : [element]
        for (place, (name, value)) in zip(pipeline.variables, values).enumerated() {
            if pipeline.isAssignment {
                try assign(value, to: name, at: pipeline.offset)
            } else {
                variables[mark - pipeline.variables.count + place].value = value
            }
        }
    }

    private typealias RangeItem = (key: TemplateValue, element: TemplateValue)

    private func items(
        of collection: TemplateValue, in branch: TemplateNode.Branch
    ) throws(LocatedFailure) -> AnyCollection<RangeItem> {
        switch collection {
        case .missing, .null: return AnyCollection([])
        case .list(let list):
            let elements = list.elements
            return AnyCollection(elements.indices.lazy.map { (.int($0), elements[$0]) })
        case .map(let map):
            try spend(map.entries.count, at: branch.offset)
            return AnyCollection(map.sorted.map { (map.value(of: $0.key), $0.value) })
        case .integer(let count, let type):
            guard branch.pipeline.variables.count < 2 else {
                throw fail(.tooManyRangeVariables, at: branch.pipeline.offset)
            }
            return AnyCollection(
                (0..<max(0, count)).lazy.map { (.missing, .integer($0, type)) })
        default:
            throw fail(.cannotRange(over: collection.typeName), at: branch.pipeline.offset)
        }
    }

    // MARK: Bounds and errors

    mutating func deeper<Result>(
        at offset: Int, _ body: (inout Renderer) throws(LocatedFailure) -> Result
    ) throws(LocatedFailure) -> Result {
        let limit = TemplateLimits.calls
        guard depth < limit else { throw fail(.tooDeep(limit: limit), at: offset) }
        try spend(at: offset)
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    func spend(_ count: Int = 1, at offset: Int) throws(LocatedFailure) {
        try located(at: offset, in: "range") { () throws(CallFailure) in try budget.spend(count) }
    }

    private mutating func write(_ bytes: Bytes, at offset: Int) throws(LocatedFailure) {
        output += bytes
        guard output.count <= TemplateLimits.output else {
            throw fail(.tooMuchOutput(limit: TemplateLimits.output), at: offset)
        }
    }

    func fail(_ reason: TemplateError.Reason, at offset: Int) -> LocatedFailure {
        LocatedFailure(stage: .execute, reason: reason, offset: offset)
    }

    /// Gives a function's failure its place.
    func located<Result>(
        at offset: Int, in function: String, _ body: () throws(CallFailure) -> Result
    ) throws(LocatedFailure) -> Result {
        do throws(CallFailure) {
            return try body()
        } catch .tooManySteps(let limit) {
            throw fail(.tooManySteps(limit: limit), at: offset)
        } catch {
            throw fail(.call(function: function, failure: error), at: offset)
        }
    }
}

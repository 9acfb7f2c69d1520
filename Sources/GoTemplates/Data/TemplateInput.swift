/// A value that a ResourceSet gives its templates, as Go decodes it from JSON.
package enum TemplateInput: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([TemplateInput])
    case map([String: TemplateInput])

    var value: TemplateValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .float(value)
        case .text(let text): .text(text)
        case .list(let items): .list(TemplateList(items.map(\.value)))
        case .map(let entries):
            .map(
                TemplateMap(
                    Dictionary(
                        uniqueKeysWithValues: entries.map { (MapKey(Bytes($0)), $1.value) })))
        }
    }
}

extension Template {
    /// A template of a ResourceSet of Flux Operator: the delimiters are `<<` and `>>`, and
    /// `inputs` is the data.
    ///
    /// Throws errors of the stage `parse`.
    package init(ofResources source: String) throws(TemplateError) {
        try self.init(source, in: .resourceSet)
    }

    /// The text for one set of inputs; an input that is not there is an error.
    ///
    /// - Parameter budget: Shared by all templates that are rendered with it.
    package func rendered(
        with inputs: TemplateInput, within budget: TemplateBudget
    ) throws(TemplateError) -> [UInt8] {
        var renderer = Renderer(self, model: .current, budget: budget.budget)
        do throws(LocatedFailure) {
            return try renderer.render(inputs.value)
        } catch {
            throw error.error(in: Array(source.utf8))
        }
    }
}

/// How much several templates may ask for together: as much as one alone.
package struct TemplateBudget {
    let budget = Budget()

    package init() {}
}

/// How much a template may ask for; each bound is an error with its number.
enum TemplateLimits {
    /// Bytes of the source.
    static let source = 1 << 18
    /// Parentheses and blocks within each other in the source; values within values.
    static let depth = 100
    /// Parentheses, blocks and templates within each other in an execution.
    static let calls = 500
    /// Nodes evaluated, and the work of functions in like units.
    static let steps = 1_000_000
    /// Bytes of the result.
    static let output = 1 << 20
    /// Bytes and elements that all functions together may make.
    static let values = 1 << 25
    /// Levels that `set` and `merge` may add to dictionaries, all together.
    static let links = 2000
}

/// The rest of the limits in one execution.
final class Budget {
    private var steps = 0
    private var values = 0
    private var links = 0

    /// Counts work.
    func spend(_ count: Int = 1) throws(CallFailure) {
        guard count <= TemplateLimits.steps - steps else {
            throw .tooManySteps(limit: TemplateLimits.steps)
        }
        steps += count
    }

    /// Counts bytes or elements before they are made.
    func reserve(_ count: Int) throws(CallFailure) {
        guard count <= TemplateLimits.values - values else {
            throw .tooLarge(limit: TemplateLimits.values)
        }
        values += max(0, count)
    }

    /// Counts the levels that a value adds below the dictionary that it is put into.
    ///
    /// The dictionary may be deep within others, or within itself, which is not known then;
    /// the sum of what was added bounds the depth all the same.
    func link(_ value: TemplateValue) throws(CallFailure) {
        links += value.depth
        guard links <= TemplateLimits.links else { throw .tooDeep(limit: TemplateLimits.links) }
    }

    func check(depth: Int) throws(CallFailure) {
        guard depth <= TemplateLimits.depth else { throw .tooDeep(limit: TemplateLimits.depth) }
    }

    /// The same for `count` times `size`.
    func reserve(_ count: Int, times size: Int) throws(CallFailure) {
        let product = max(0, count).multipliedReportingOverflow(by: max(0, size))
        try reserve(product.overflow ? Int.max : product.partialValue)
    }
}

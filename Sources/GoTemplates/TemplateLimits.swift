/// How much a template may ask for; each bound is an error with its number.
package struct TemplateLimits: Sendable {
    /// Bytes of the source.
    package var source = 1 << 18
    /// Parentheses and blocks within each other in the source; values within values.
    package var depth = 100
    /// Parentheses, blocks and templates within each other in an execution.
    package var calls = 500
    /// Nodes evaluated, and the work of functions in like units.
    package var steps = 1_000_000
    /// Bytes of the result.
    package var output = 1 << 20
    /// Bytes and elements that all functions together may make.
    package var values = 1 << 25
    /// Levels that `set` and `merge` may add to dictionaries, all together.
    package var links = 2000

    package init() {}
}

/// The rest of the limits in one execution.
final class Budget {
    let limits: TemplateLimits
    private var steps = 0
    private var values = 0
    private var links = 0

    init(_ limits: TemplateLimits) {
        self.limits = limits
    }

    /// Counts work.
    func spend(_ count: Int = 1) throws(CallFailure) {
        guard count <= limits.steps - steps else { throw .tooManySteps(limit: limits.steps) }
        steps += count
    }

    /// Counts bytes or elements before they are made.
    func reserve(_ count: Int) throws(CallFailure) {
        guard count <= limits.values - values else { throw .tooLarge(limit: limits.values) }
        values += max(0, count)
    }

    /// Counts the levels that a value adds below the dictionary that it is put into.
    ///
    /// The dictionary may be deep within others, or within itself, which is not known then;
    /// the sum of what was added bounds the depth all the same.
    func link(_ value: TemplateValue) throws(CallFailure) {
        links += value.depth
        guard links <= limits.links else { throw .tooDeep(limit: limits.links) }
    }

    func check(depth: Int) throws(CallFailure) {
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    }

    /// The same for `count` times `size`.
    func reserve(_ count: Int, times size: Int) throws(CallFailure) {
        let product = max(0, count).multipliedReportingOverflow(by: max(0, size))
        try reserve(product.overflow ? Int.max : product.partialValue)
    }
}

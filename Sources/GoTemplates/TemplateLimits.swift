/// How much a template may ask for; each bound is an error with its number.
package struct TemplateLimits: Sendable {
    /// Bytes of the source.
    package var source = 1 << 18
    /// Parentheses and blocks within each other in the source; values within values.
    package var depth = 100
    /// Parentheses, blocks and templates within each other in an execution.
    package var calls = 500
    /// Nodes evaluated, and the work of functions in like units.
    package var steps = 2_000_000
    /// Bytes of the result.
    package var output = 1 << 20
    /// Bytes and elements that all functions together may make.
    package var values = 1 << 26

    package init() {}
}

/// What is left of the limits in one execution.
final class Budget {
    let limits: TemplateLimits
    private var steps = 0
    private var values = 0

    init(_ limits: TemplateLimits) {
        self.limits = limits
    }

    /// Counts work.
    func spend(_ count: Int = 1) throws(CallFailure) {
        let sum = steps.addingReportingOverflow(count)
        steps = sum.overflow ? Int.max : sum.partialValue
        guard steps <= limits.steps else { throw .tooManySteps(limit: limits.steps) }
    }

    /// Counts bytes or elements before they are made.
    func reserve(_ count: Int) throws(CallFailure) {
        let sum = values.addingReportingOverflow(max(0, count))
        values = sum.overflow ? Int.max : sum.partialValue
        guard values <= limits.values else { throw .tooLarge(limit: limits.values) }
    }

    /// The same for `count` times `size`.
    func reserve(_ count: Int, times size: Int) throws(CallFailure) {
        let product = max(0, count).multipliedReportingOverflow(by: max(0, size))
        try reserve(product.overflow ? Int.max : product.partialValue)
    }
}

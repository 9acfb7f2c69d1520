/// A template of Flux, as its commit messages are: Go's `text/template` with sprig's hermetic
/// functions.
///
/// Source: fluxcd/image-automation-controller v1.2.1, Go 1.26, Masterminds/sprig v3.3.0.
package struct Template: Sendable {
    /// The template of an automation without one, or with an empty one.
    ///
    /// Source: image-automation-controller, `internal/source/source.go`, `templateMsg`.
    package static let defaultSource = "Update from image update automation"

    package let source: String
    /// Flux's name of its templates, by which a template can call itself.
    static let mainName = Bytes("commit message")

    let definitions: [Bytes: [TemplateNode]]
    /// The names of the functions in it that Flux runs and Sluice does not, sorted.
    package let functionsNotRendered: [String]
    let dialect: TemplateDialect
    private let bytes: Bytes

    /// A template of a commit message.
    ///
    /// Throws errors of the stage `parse`.
    package init(_ source: String) throws(TemplateError) {
        try self.init(source, in: .commitMessage)
    }

    init(_ source: String, in dialect: TemplateDialect) throws(TemplateError) {
        self.source = source
        self.dialect = dialect
        bytes = Bytes(source)
        do throws(LocatedFailure) {
            var parser = try TemplateParser(bytes, in: dialect)
            try parser.parse()
            definitions = parser.definitions
            functionsNotRendered = parser.functionsNotRendered.sorted()
        } catch {
            throw error.error(in: bytes)
        }
    }

    func text(of operand: Operand) -> String { Bytes(bytes[operand.range]).text }

    /// The message for `data`, which need not be UTF-8 if a function cut a character in two.
    ///
    /// Throws errors of the stages `removedField` and `execute`. Where Go's order is random, it
    /// is sorted here.
    package func rendered(
        with data: CommitData, in model: DataModel = .current
    ) throws(TemplateError) -> [UInt8] {
        var renderer = Renderer(self, model: model, budget: Budget())
        do throws(LocatedFailure) {
            return try renderer.render(data.value(in: model))
        } catch {
            throw error.error(in: bytes)
        }
    }

    /// The error that execution ends with whatever was changed; nil if none is certain.
    ///
    /// Conditions are not decided: an error counts only if it comes on every way. Lists and maps
    /// of changes are taken to be not empty, since without a change nothing is rendered.
    package func certainError(in model: DataModel = .current) -> TemplateError? {
        var checker = TemplateChecker(self, model: model)
        return checker.certainFailure()?.error(in: bytes)
    }
}

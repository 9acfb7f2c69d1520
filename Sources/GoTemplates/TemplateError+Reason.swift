import SourceText

extension TemplateError {
    /// The reason of an error.
    package enum Reason: Sendable {
        // Parsing.
        case unexpected(token: String, context: String)
        case unterminated(String)
        case badCharacter(Unicode.Scalar)
        case badConstant(String)
        case integerOverflow(String)
        case missingValue(context: String)
        case emptyCommand
        case tooManyDeclarations(context: String)
        case rangeDeclaresOnlyVariables
        case notExecutable(stage: Int)
        case fieldOfConstant(String)
        case unknownFunction(String, isExcludedByFlux: Bool)
        case undefinedVariable(String)
        case outsideRange(keyword: String)
        case definedTwice(template: String)

        // Execution.
        case unknownField(String, type: String)
        case removedField(String)
        case nilReceiver(field: String, type: String)
        case argumentsOfField(String)
        case argumentsOfValue(String)
        case nilCommand
        case fieldOfNil
        case wrongArgumentCount(function: String, wanted: Int, isMinimum: Bool, got: Int)
        case wrongArgument(wanted: String, found: String)
        case noValue(wanted: String)
        case cannotRange(over: String)
        case tooManyRangeVariables
        case undefinedTemplate(String)
        case missingKey(String)
        case call(function: String, failure: CallFailure)

        // Limits.
        case tooLong(bytes: Int, limit: Int)
        case tooDeep(limit: Int)
        case tooManySteps(limit: Int)
        case tooMuchOutput(limit: Int)
    }
}

extension TemplateError.Reason: CustomStringConvertible {
    package var description: String {
        parsingDescription ?? executionDescription ?? limitDescription ?? ""
    }

    private var parsingDescription: String? {
        switch self {
        case .unexpected(let token, let context): "unexpected \(token) in \(context)"
        case .unterminated(let what): "\(what) does not end"
        case .badCharacter(let character):
            "\(character.quoted) has no place in an action"
        case .badConstant(let text): "`\(text)` is not a valid constant"
        case .integerOverflow(let text): "the integer `\(text)` is too large"
        case .missingValue(let context): "a value is missing in \(context)"
        case .emptyCommand: "a command is missing"
        case .tooManyDeclarations(let context): "too many variables are declared in \(context)"
        case .rangeDeclaresOnlyVariables: "only variables can be declared in `range`"
        case .notExecutable(let stage): "stage \(stage) of the pipeline is not a function"
        case .fieldOfConstant(let text): "`\(text)` is a constant and has no fields"
        case .unknownFunction(let name, let isExcluded):
            isExcluded
                ? "Flux leaves out the function `\(name)`, whose result would not repeat"
                : "there is no function `\(name)`"
        case .undefinedVariable(let name): "the variable `\(name)` is not defined"
        case .outsideRange(let keyword): "`\(keyword)` stands outside of `range`"
        case .definedTwice(let name): "the template `\(name)` is defined twice"
        default: nil
        }
    }

    private var executionDescription: String? {
        switch self {
        case .unknownField(let name, let type):
            type == "source.TemplateData"
                ? "Flux gives commit messages no field `.\(name)`; see *Commit message template* in "
                    + "Flux's documentation for those that it gives"
                : "there is no field `\(name)` in what stands in front of it (Go's type `\(type)`)"
        case .removedField(let name):
            "the field `\(name)` was removed in Flux 2.7; use `.Changed.FileChanges`, "
                + "`.Changed.Objects` or `.Changed.Changes`"
        case .nilReceiver(let field, let type): "`\(field)` is asked of a nil \(type)"
        case .argumentsOfField(let name): "the field `\(name)` takes no arguments"
        case .argumentsOfValue(let text): "`\(text)` is not a function and takes no arguments"
        case .nilCommand: "nil is not a command"
        case .fieldOfNil: "nil has no fields"
        case .wrongArgumentCount(let function, let wanted, let isMinimum, let got):
            "`\(function)` takes \(isMinimum ? "at least " : "")\(wanted) arguments, not \(got)"
        case .wrongArgument(let wanted, let found): "expected \(wanted), found \(found)"
        case .noValue(let wanted): "expected \(wanted), found no value"
        case .cannotRange(let type): "`range` cannot iterate over \(type)"
        case .tooManyRangeVariables: "`range` over a number sets one variable only"
        case .undefinedTemplate(let name): "there is no template `\(name)`"
        case .missingKey(let name): "there is no `\(name)` in what stands in front of it"
        case .call(let function, let failure): "`\(function)`: \(failure)"
        default: nil
        }
    }

    private var limitDescription: String? {
        switch self {
        case .tooLong(let bytes, let limit):
            "a template has at most \(limit) bytes, this one has \(bytes)"
        case .tooDeep(let limit): "templates are nested more than \(limit) deep"
        case .tooManySteps(let limit): "the template takes more than \(limit) steps"
        case .tooMuchOutput(let limit): "the result has more than \(limit) bytes"
        default: nil
        }
    }
}

/// Why a function gave no result.
package enum CallFailure: Error, Sendable {
    /// The template calls `fail` with this text.
    case asked(String)
    /// Flux runs the function, and Sluice does not.
    case notRendered
    case cannotUse(type: String)
    case outOfRange(Int)
    case reversedRange(Int, Int)
    case noComparison
    case incompatible(String, String)
    case divisionByZero
    case invalid(String, of: String)
    case negativeCount(Int)
    case tooFewArguments(wanted: Int)
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManySteps(limit: Int)
}

extension CallFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .asked(let text): text
        case .notRendered: "Sluice does not render this function"
        case .cannotUse(let type): "it cannot be used on \(type)"
        case .outOfRange(let index): "the index \(index) is out of range"
        case .reversedRange(let lower, let upper):
            "the range ends before it starts: \(lower) > \(upper)"
        case .noComparison: "there is nothing to compare with"
        case .incompatible(let one, let other): "\(one) cannot be compared with \(other)"
        case .divisionByZero: "division by zero"
        case .invalid(let text, let kind): "`\(text)` is not a valid \(kind)"
        case .negativeCount(let count): "the count \(count) is negative"
        case .tooFewArguments(let wanted): "it needs at least \(wanted) arguments"
        case .tooLarge(let limit): "its values have more than \(limit) bytes and elements"
        case .tooDeep(let limit): "a value is nested more than \(limit) deep"
        case .tooManySteps(let limit): "it takes more than \(limit) steps"
        }
    }
}

import ArgumentParser
import Explanations
import Reports

/// The output options of an explanation.
struct ExplanationOptions: ParsableArguments {
    @Option(name: .long, help: "Answer as text or json.")
    var output: AnswerFormat = .text

    @Option(
        name: .long,
        help: "Colour text: auto (on a terminal, unless NO_COLOR is set), always, never.")
    var color: ColourChoice = .auto

    /// Makes and prints an explanation; throws an `ExitCode` if that fails or it is not valid.
    func tell(_ explanation: () async throws -> some Answer) async throws {
        Console.ignoreClosedPipes()
        let isValid: Bool
        do {
            let explanation = try await waiting(for: explanation)
            let style = color.style(isTerminal: Console.outputIsTerminal)
            _ = try Console.print(explanation.rendered(as: output, by: .sluice, in: style))
            isValid = explanation.isValid
        } catch {
            throw Console.failure(error)
        }
        if !isValid { throw ExitStatus.findings }
    }

    private func waiting<Answer>(
        for answer: () async throws -> Answer
    ) async throws -> Answer {
        let line = WaitingLine("looking it up")
        defer { line.clear() }
        return try await answer()
    }
}

extension AnswerFormat: ExpressibleByArgument {}

internal import Subprocess
import WebAccess

#if canImport(System)
    internal import System
#else
    internal import SystemPackage
#endif

/// A program of the user's that says whether an image is what it should be, as `cosign verify`.
///
/// It is started without a shell, and gets the image as its last argument. Status 0 is a yes.
package struct VerificationCommand: Equatable, Sendable {
    let program: String
    let arguments: [String]

    /// Bytes of what it prints.
    private static let outputLimit = 1 << 20

    /// Splits at blanks; single and double quotes keep blanks, and nothing else is special.
    ///
    /// Nil for no word at all, and for a quote that does not end.
    package init?(_ text: String) {
        guard let words = Self.words(in: text), let program = words.first, !program.isEmpty else {
            return nil
        }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    private static func words(in text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let ended = word { words.append(ended) }
        return quote == nil ? words : nil
    }

    /// Why the image does not pass: one clause, lower case, no full stop; nil where it does.
    package func failure(
        of image: String, environment: [String: String], limit: Duration = .seconds(60)
    ) async -> String? {
        await withTimeLimit(limit) { await refusal(of: image, environment) }
            ?? "`\(program)` says nothing about `\(image)` within "
            + "\(limit.components.seconds) seconds"
    }

    /// With the last line that the program printed for people.
    private func refusal(of image: String, _ environment: [String: String]) async -> String? {
        do {
            let result = try await run(
                program.contains("/") ? .path(FilePath(program)) : .name(program),
                arguments: Arguments(arguments + [image]), environment: .safe(environment),
                input: .none, output: .discarded, error: .string(limit: Self.outputLimit))
            if result.terminationStatus.isSuccess { return nil }
            let words = result.standardError.split(whereSeparator: \.isNewline).last
            return "`\(program)` refuses `\(image)`" + (words.map { ": \($0.prefix(300))" } ?? "")
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return "`\(program)` cannot be run: there is no such program"
        } catch {
            return "`\(program)` cannot be run: \(error)"
        }
    }
}

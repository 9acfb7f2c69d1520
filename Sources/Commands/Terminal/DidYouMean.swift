import ArgumentParser
import Configuration
import Reports

extension OutputDestination {
    /// The destinations that the arguments of `--output` name; suggests a format for an unknown one.
    static func given(_ arguments: [String], fallback: Format) throws -> [OutputDestination] {
        do {
            return try destinations(parsing: arguments, fallback: fallback)
        } catch .unknownFormat(let name, let known) {
            let error = OutputDestinationError.unknownFormat(name, known: known)
            throw ValidationError("\(error)" + Suggestion.question(to: name, among: known))
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

extension Suggestion {
    /// The end of a message about an unknown name; empty where no known one is near.
    static func question(to name: String, among known: [String]) -> String {
        nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
    }
}

/// An unknown word where a subcommand was expected.
struct UnknownSubcommand: Error, CustomStringConvertible {
    /// The command before the word, such as `sluice hook`.
    let command: String
    let word: String
    let known: [String]

    /// Returns nil if the arguments, without the program's own name, lead to a command.
    static func first(
        in arguments: ArraySlice<String>, of root: any ParsableCommand.Type
    ) -> UnknownSubcommand? {
        var parent = root
        var path = [root._commandName]
        for word in arguments {
            let configuration = parent.configuration
            let names = configuration.subcommands.map { $0._commandName }
            guard !names.isEmpty, configuration.defaultSubcommand == nil, word != "help",
                !word.hasPrefix("-")
            else { return nil }
            let index = configuration.subcommands.firstIndex {
                $0._commandName == word || $0.configuration.aliases.contains(word)
            }
            guard let index else {
                return UnknownSubcommand(
                    command: path.joined(separator: " "), word: word, known: names)
            }
            parent = configuration.subcommands[index]
            path.append(word)
        }
        return nil
    }

    var description: String {
        "`\(command)` has no command `\(word.visible)`"
            + Suggestion.question(to: word, among: known)
    }
}

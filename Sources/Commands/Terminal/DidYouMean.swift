import ArgumentParser
import Configuration
import Reports

extension ValidationError {
    /// The error in an argument of `--output`, with a suggestion.
    init(_ error: OutputDestinationError) {
        guard case .unknownFormat(let name, let known) = error,
            let nearest = Suggestion.nearest(to: name, among: known)
        else {
            self.init("\(error)")
            return
        }
        self.init("\(error); did you mean `\(nearest)`?")
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
        let meant = Suggestion.nearest(to: word, among: known).map { "; did you mean `\($0)`?" }
        return "`\(command)` has no command `\(word.visible)`\(meant ?? "")"
    }
}

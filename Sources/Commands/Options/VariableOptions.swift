import ArgumentParser

/// The option for values of variables that the repository does not define.
struct VariableOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "What a variable in the image of an ImageRepository stands for; may be repeated.",
            valueName: "name=value"))
    var settings: [Setting] = []

    /// The last value of each name.
    var values: [String: String] {
        Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// `NAME=VALUE`; the value may be empty and may contain equals signs.
    struct Setting: ExpressibleByArgument {
        let name: String
        let value: String

        init?(argument: String) {
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            (name, value) = (String(parts[0]), String(parts[1]))
        }
    }
}

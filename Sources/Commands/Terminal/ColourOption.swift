import ArgumentParser
import FoundationEssentials
import Reports

/// The option for colours in text, and with them links.
struct ColourOption: ParsableArguments {
    enum Choice: String, CaseIterable, ExpressibleByArgument {
        case auto
        case always
        case never
    }

    @Option(
        name: .customLong("color"),
        help: "Colour text: auto (on a terminal, unless NO_COLOR is set), always, never.")
    var choice: Choice = .auto

    /// `auto` means on a terminal, unless the user's environment objects.
    func style(isTerminal: Bool = Console.outputIsTerminal) -> TextStyle {
        let terminal = TerminalFeatures(variables: ProcessInfo.processInfo.environment)
        switch choice {
        case .always: return isTerminal && terminal.showsLinks ? .linked : .coloured
        case .never: return .plain
        case .auto:
            guard isTerminal, terminal.wantsColours else { return .plain }
            return terminal.showsLinks ? .linked : .coloured
        }
    }
}

/// The features of a terminal, by the variables that it sets.
struct TerminalFeatures {
    let variables: [String: String]

    /// Source: no-color.org.
    var wantsColours: Bool { value("NO_COLOR").isEmpty && value("TERM") != "dumb" }

    /// Whether the terminal shows links; one that is not known may print their addresses.
    ///
    /// `FORCE_HYPERLINK` overrides this, as in other programs.
    var showsLinks: Bool {
        if let forced = variables["FORCE_HYPERLINK"] { return forced != "0" }
        return Self.programs.contains(value("TERM_PROGRAM"))
            || Self.marks.contains { !value($0).isEmpty }
            || Self.names.contains { value("TERM").hasPrefix($0) }
            // GNOME's terminal library counts 0.50.0 as 5000, and broke on links before that.
            || Int(value("VTE_VERSION")) ?? 0 > 5000
    }

    private static let programs: Set = [
        "Hyper", "WarpTerminal", "WezTerm", "ghostty", "iTerm.app", "rio", "vscode", "zed",
    ]
    private static let marks = ["DOMTERM", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION"]
    private static let names = ["alacritty", "contour", "foot", "xterm-ghostty", "xterm-kitty"]

    private func value(_ name: String) -> String { variables[name, default: ""] }
}

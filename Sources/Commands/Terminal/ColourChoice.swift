import ArgumentParser
import FoundationEssentials
import Reports

/// When text carries colours, and with them links.
enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    /// `auto` means on a terminal, unless the user's environment objects.
    func style(isTerminal: Bool) -> TextStyle {
        let terminal = TerminalFeatures(variables: ProcessInfo.processInfo.environment)
        switch self {
        case .always: return isTerminal && terminal.showsLinks ? .linked : .coloured
        case .never: return .plain
        case .auto:
            guard isTerminal, terminal.wantsColours else { return .plain }
            return terminal.showsLinks ? .linked : .coloured
        }
    }
}

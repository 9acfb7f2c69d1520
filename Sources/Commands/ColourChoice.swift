import ArgumentParser
import FoundationEssentials
import Reports

/// When text carries colours.
enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    /// `auto` means on a terminal, unless the user's environment objects.
    func style(isTerminal: Bool) -> TextStyle {
        switch self {
        case .always: .coloured
        case .never: .plain
        case .auto:
            isTerminal
                && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
                && ProcessInfo.processInfo.environment["TERM"] != "dumb" ? .coloured : .plain
        }
    }
}

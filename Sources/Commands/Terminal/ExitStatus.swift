import ArgumentParser

/// The program's exit statuses; wrong usage is ArgumentParser's own 64.
enum ExitStatus {
    static let findings = ExitCode(1)
    static let couldNotFinish = ExitCode(2)
}

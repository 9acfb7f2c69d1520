import ArgumentParser

/// What the program's exit status means; wrong usage is ArgumentParser's own 64.
enum ExitStatus {
    static let findings = ExitCode(1)
    static let couldNotFinish = ExitCode(2)
}

import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess
import Reports
import Rules
import SourceText

/// The options `--show-config` and `--list-files`, with which `check` checks nothing.
struct CheckInquiry {
    enum Question {
        case configuration
        case files
    }

    let question: Question
    let options: CheckOptions
    let place: GitWorkspace.Place
    let paths: [String]

    func run() throws {
        Console.ignoreClosedPipes()
        do {
            let subject = try CheckSubject(options, place: place, paths: paths)
            switch question {
            case .configuration: try showConfiguration(subject)
            case .files: try listFiles(subject)
            }
        } catch {
            throw Console.failure(error)
        }
    }

    private func showConfiguration(_ subject: CheckSubject) throws {
        let account = ConfigurationAccount(
            of: try subject.check.configuration(of: subject.snapshot), rules: RuleDefinition.all)
        let style = options.output.color.style(isTerminal: Console.outputIsTerminal)
        try Console.print(account.text(in: style))
        for warning in account.warnings { Console.note("warning: \(warning.visible)") }
    }

    private func listFiles(_ subject: CheckSubject) throws {
        let manifests = try subject.check.manifests(in: subject.snapshot, paths: subject.paths)
        try Console.print(manifests.map { $0.path.visible + "\n" }.joined())
    }
}

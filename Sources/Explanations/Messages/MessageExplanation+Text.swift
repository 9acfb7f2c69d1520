import Configuration
import GoTemplates
package import Reports
import RepositoryLinking
import Rules
import UpdateEngine

extension MessageExplanation {
    package func text(in style: TextStyle) -> String {
        paragraphs([TextTable(account).text(in: style), result(in: style)])
    }

    private var account: [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = []
        if let automation {
            rows.append(
                .row(
                    "automation", "\(automation.automation.name) (\(automation.declaration))",
                    .emphasis))
        }
        rows.append(.row("template", templateWords))
        rows.append(.row("data", dataWords))
        rows.append(.row("flux", version.description))
        return rows
    }

    private var templateWords: String {
        if isTemplateGiven { return "given" }
        return automation?.templatePlace?.description ?? "Flux's default: there is none"
    }

    private var dataWords: String {
        guard isSample else { return "given" }
        guard automation != nil else { return "a sample, invented" }
        let count = data.files.values.joined().count
        return count == 0
            ? "a sample without changes: the automation writes no marker of this repository"
            : "a sample: \(count) \(count == 1 ? "marker" : "markers") of the repository, with tags "
                + "that their policies could select"
    }

    private func result(in style: TextStyle) -> String {
        switch outcome {
        case .failure(let error):
            return MarkedText(
                text: template, range: error.offset..<error.offset, message: "\(error)"
            ).text(in: style)
        case .success(let bytes):
            if bytes.isEmpty { return style.applied(.gutter, to: "(empty)") + "\n" }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let text = lines.map { String(decoding: $0, as: UTF8.self).visible }
                .joined(separator: "\n")
            return bytes.last == 0x0A ? text : text + "\n"
        }
    }
}

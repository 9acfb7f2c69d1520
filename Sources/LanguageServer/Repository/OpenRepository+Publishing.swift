import CheckPipeline
import Configuration
import Rules
import SourceText
import Triage

/// Publishes findings, and errors that prevent a check.
extension OpenRepository {
    /// Publishes the diagnostics of each open document, even if there are none.
    func publish(_ findings: [ReportedFinding]) {
        guard let live else { return }
        if let path = faultyConfiguration, documents[path] == nil {
            editor.publish(.init(uri: uri(of: path), version: nil, diagnostics: []))
        }
        faultyConfiguration = nil
        trouble = nil
        let byFile = Dictionary(grouping: findings, by: \.finding.location.path)
        for (path, document) in documents where isConcerned(by: path) {
            let own = byFile[live.file(at: path)] ?? []
            editor.publish(
                .init(
                    uri: document.uri, version: document.version,
                    diagnostics: own.map { diagnostic($0, in: document) }))
        }
    }

    /// Shows why the check failed; problems of a configuration are diagnostics in its file, too.
    func publish(_ error: any Error) {
        guard let error = error as? ConfigurationError, let path = error.problems.first?.path else {
            return show("\(error)")
        }
        faultyConfiguration = path
        let document = documents[path]
        editor.publish(
            .init(
                uri: uri(of: path), version: document?.version,
                diagnostics: error.problems.map { problem in
                    let place = position(problem.position)
                    return Diagnostic(
                        range: document?.positions.range(of: problem.span)
                            ?? PositionRange(start: place, end: place),
                        severity: .error, message: problem.message)
                }))
        show("nothing is checked: the configuration is wrong")
    }

    /// Shows an error, unless it is the one that was shown last.
    func show(_ message: String) {
        guard trouble != message else { return }
        trouble = message
        editor.show(.error, "sluice: \(found.root): \(message)")
    }

    // MARK: Places

    func diagnostic(_ reported: ReportedFinding, in document: OpenDocument) -> Diagnostic {
        Diagnostic(
            reported, range: document.positions.range(of: reported.finding.location.span),
            related: reported.related.compactMap { related in
                placeURI(of: related.path).map { Location(uri: $0, range: range(related.region)) }
            })
    }

    /// The URI of a file, as the editor writes it if the file is open.
    func uri(of path: String) -> String {
        documents[path]?.uri ?? FileAddress.uri(ofPath: "\(found.root)/\(path)")
    }

    /// The URI of a file that may be one of another repository; nil where it cannot be opened.
    func placeURI(of path: String) -> String? {
        guard let place = live?.check.others.place(ofFile: path) else { return nil }
        return place == path ? uri(of: path) : FileAddress.uri(ofPath: place)
    }

    func range(_ region: SourceRegion) -> PositionRange {
        PositionRange(start: position(region.start), end: position(region.end))
    }

    private func position(_ place: SourcePosition) -> Position {
        let column =
            capabilities.positionEncoding == .utf8 ? place.utf8Column : place.utf16Column
        return Position(line: place.line - 1, character: column - 1)
    }
}

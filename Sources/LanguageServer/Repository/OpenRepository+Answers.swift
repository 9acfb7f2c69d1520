import CheckPipeline
import Explanations
import Kustomize
import ManifestFacts
import Reports
import RepositoryLinking
import Rules
import SourceText
import Triage

/// Answers to requests about positions in open documents; nil or empty if there is nothing.
extension OpenRepository {
    /// The text of `sluice explain FILE:LINE`; for a policy, that of `sluice explain policy`.
    func hover(_ position: Position, in path: String) async throws -> Hover? {
        let checked = try await checked()
        guard let live, let document = documents[path] else { return nil }
        let place = LineIndex(document.bytes).position(at: document.positions.offset(of: position))
        let file = live.file(at: path)
        let text: String
        do throws(PlaceMissing) {
            text = try PlaceExplanation(
                of: PlaceAddress(file: file, line: place.line, column: place.column),
                in: CheckedFile(at: file, in: checked)
            ).text(in: .plain)
        } catch {
            // Most places have nothing to explain.
            let policies = policies(at: position, in: path, checked.model)
            if policies.isEmpty { return nil }
            text = PolicyExplanation(of: policies, in: checked.model).text(in: .plain)
        }
        return Hover(text: text, isMarkdown: capabilities.showsMarkdown)
    }

    /// The declarations of the policies that a marker at a position may mean.
    func definitions(at position: Position, in path: String) async throws -> [Location] {
        let checked = try await checked()
        return policies(at: position, in: path, checked.model).compactMap {
            location($0.location, in: checked.model)
        }.withoutRepeats
    }

    /// The markers of the policies that are declared at a position or that a marker there means.
    func references(
        at position: Position, in path: String, withDeclaration: Bool
    ) async throws -> [Location] {
        let model = try await checked().model
        let policies = policies(at: position, in: path, model)
        let markers = policies.flatMap(model.policyLinks.followers).map {
            SourceLocation(path: $0.path, span: $0.fact.span)
        }
        let declarations = withDeclaration ? policies.map(\.location) : []
        return (declarations + markers).compactMap { location($0, in: model) }.withoutRepeats
    }

    /// The fixes of findings in a range; each is tried first, and offered if it works.
    func fixes(in range: PositionRange, of path: String) async throws -> [CodeAction] {
        // Editors ask after each keystroke, and usually there is nothing to fix.
        if let known = knownFindings, fixable(known, in: range, of: path).isEmpty { return [] }
        let checked = try await checked()
        guard let live, let document = documents[path] else { return [] }
        var actions: [CodeAction] = []
        for (reported, fix) in fixable(checked.report.findings, in: range, of: path)
        where try await live.canFix(reported) {
            let diagnostic = diagnostic(reported, in: document)
            let edits = fix.edits.map { edit in
                WorkspaceEdit.Edit(
                    range: document.positions.range(of: edit.span), newText: edit.replacement)
            }
            actions.append(
                CodeAction(
                    title: fix.isSafe ? fix.description : "\(fix.description) (unsafe)",
                    diagnostics: [diagnostic], isPreferred: fix.isSafe,
                    edit: WorkspaceEdit(
                        edits, of: document.uri, version: document.version,
                        isVersioned: capabilities.takesVersionedEdits)))
        }
        return actions
    }

    /// The findings that touch a range and have a fix.
    private func fixable(
        _ findings: [ReportedFinding], in range: PositionRange, of path: String
    ) -> [(ReportedFinding, Fix)] {
        guard let live, let document = documents[path] else { return [] }
        let file = live.file(at: path)
        return findings.compactMap { reported in
            guard reported.finding.location.path == file, let fix = reported.finding.fix,
                document.positions.range(of: reported.finding.location.span).touches(range)
            else { return nil }
            return (reported, fix)
        }
    }

    // MARK: Policies

    /// The policies that a marker at a position means, or that an object there declares.
    ///
    /// A marker is found from anywhere on its lines and on those of its value.
    private func policies(
        at position: Position, in path: String, _ model: RepositoryModel
    ) -> [LinkedPolicy] {
        guard let live, let document = documents[path] else { return [] }
        let file = live.file(at: path)
        let markers = model.markers.filter { marker in
            let spans = [marker.fact.span] + (marker.fact.target.map { [$0.span] } ?? [])
            return marker.path == file
                && spans.map(document.positions.range).contains {
                    $0.start.line <= position.line && position.line <= $0.end.line
                }
        }
        if !markers.isEmpty { return markers.flatMap(model.policyLinks.policies) }
        let offset = document.positions.offset(of: position)
        return model.policyLinks.policies.filter { policy in
            let object = policy.fact.object.span
            return policy.path == file && object.lowerBound <= offset
                && offset <= object.upperBound
        }
    }

    /// Nil for a place that cannot be opened.
    private func location(_ place: SourceLocation, in model: RepositoryModel) -> Location? {
        if let document = documents[place.path] {
            return Location(uri: document.uri, range: document.positions.range(of: place.span))
        }
        guard let uri = placeURI(of: place.path) else { return nil }
        let file = model.file(at: place.path)
        return Location(
            uri: uri, range: range(LineIndex(file?.facts.source ?? []).region(of: place.span)))
    }
}

extension Hover {
    /// - Parameter text: Plain text in columns; Markdown keeps them as a code block.
    fileprivate init(text: String, isMarkdown: Bool) {
        // The fence has to be longer than any in the text.
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        contents =
            isMarkdown
            ? Content(kind: "markdown", value: "\(fence)text\n\(text)\(fence)")
            : Content(kind: "plaintext", value: text)
    }
}

extension [Location] {
    /// The locations without repeats: a policy in several builds has one declaration.
    fileprivate var withoutRepeats: [Location] {
        var seen: Set<Location> = []
        return filter { seen.insert($0).inserted }
    }
}

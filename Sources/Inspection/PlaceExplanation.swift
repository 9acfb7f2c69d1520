import ManifestFacts
package import RepositoryCheck
import RepositoryLinking
import Reports
import Rules
import SourceText
import Triage
import YAMLSyntax

/// All there is to say about the markers and images at one place.
package struct PlaceExplanation: Explanation {
    package static let command = "explain place"

    let path: String
    let line: Int
    let column: Int?
    let markers: [MarkerAccount]
    let images: [ImageAccount]
    /// Those in the lines of the markers and images, and at the objects that decide what becomes
    /// of the markers; in the order of a report.
    let findings: [ReportedFinding]
    /// What of the same lines could not be judged.
    let notChecked: [NotChecked]

    /// Explains what stands in a line, or at a column of it; `tag` is one that policies might
    /// select.
    package init(
        of address: PlaceAddress, in checked: CheckedFile, tag: String? = nil
    ) throws(PlaceMissing) {
        let (model, path) = (checked.model, checked.path)
        let places = FilePlaces(model)
        let file = try Self.file(of: checked, places)
        let found = try PlacedThings(of: file, in: model).things(at: address, path: path)
        let all = checked.report.findings + checked.report.accepted
        self.path = path
        line = address.line
        column = address.column
        markers = found.markers.map {
            MarkerAccount(
                of: $0, in: file, model: model, places: places, findings: all, tag: tag)
        }
        images = found.images.map { ImageAccount(of: $0, in: file, model: model, places: places) }
        let chain = Set(markers.flatMap(\.chain))
        findings = all.filter { reported in
            reported.finding.location.path == path
                && found.lines.contains(reported.region.start.line)
                || chain.contains(where: reported.isIn)
        }
        notChecked = checked.report.notChecked.filter {
            $0.path == path && $0.line.map(found.lines.contains) ?? false
        }
    }

    private static func file(
        of checked: CheckedFile, _ places: FilePlaces
    ) throws(PlaceMissing) -> ManifestFile {
        let path = checked.path
        guard checked.isManifest else {
            throw .unreadable(path: path, reason: "its name is not that of a manifest")
        }
        guard let file = places.file(at: path) else {
            let fault = checked.report.notChecked.first {
                $0.rule == nil && $0.path == path
            }
            throw fault.map { .unreadable(path: path, reason: $0.reason) } ?? .emptyFile(path: path)
        }
        let reason: String
        switch file.facts.reading {
        case .screenedOut, .parsed: return file
        case .template: reason = "it is a template, and no YAML until it is rendered"
        case .text: reason = "Flux does not read files of that name"
        case .lfsPointer: reason = "it is stored with Git LFS"
        case .notYAML(let error):
            let line = LineIndex(file.facts.source).lineNumber(at: error.offset)
            reason = "\(error) in line \(line)"
        }
        throw .unreadable(path: path, reason: reason)
    }
}

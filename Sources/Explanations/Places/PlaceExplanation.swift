package import CheckPipeline
import Kustomize
import ManifestFacts
package import Reports
import RepositoryLinking
import Rules
import SourceText
import Triage
import YAMLSyntax

/// Everything about the markers and images at one place.
package struct PlaceExplanation: Answer {
    package static let command = "explain place"

    let path: String
    let line: Int
    let column: Int?
    let markers: [MarkerAccount]
    let images: [ImageAccount]
    /// The findings in the lines of the markers and images, and at the objects that decide about
    /// the markers; in report order.
    let findings: [ReportedFinding]
    /// The items of the same lines that were not checked.
    let notChecked: [NotChecked]

    /// Explains what is in a line, or at a column of it; `tag` is one that policies might
    /// select.
    package init(
        of address: PlaceAddress, in checked: CheckedFile, tag: String? = nil
    ) throws(PlaceMissing) {
        let (model, path) = (checked.model, checked.path)
        let places = FilePositions(model)
        let file = try Self.file(of: checked, places)
        let found = try Self.things(at: address, of: file, in: model)
        let all = checked.report.findings + checked.report.accepted
        self.path = path
        line = address.line
        column = address.column
        markers = found.markers.map {
            MarkerAccount(
                of: $0, in: file, model: model, places: places, tag: tag)
        }
        images = found.images.map {
            ImageAccount(of: $0, in: places.file(at: $0.path) ?? file, model: model, places: places)
        }
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

    /// The things at a place; else the images of other files that something there decides on, such
    /// as a patch that a kustomization contains as text.
    private static func things(
        at address: PlaceAddress, of file: ManifestFile, in model: RepositoryModel
    ) throws(PlaceMissing) -> FoundThings {
        do {
            return try LocatedItems(of: file, in: model).things(at: address, path: file.path)
        } catch {
            let index = LineIndex(file.facts.source)
            let images = model.imagesDecided { place in
                guard place.path.hasSameBytes(as: file.path) else { return false }
                let region = index.region(of: place.span)
                return region.start.line <= address.line && address.line <= region.end.line
            }
            if images.isEmpty { throw error }
            return FoundThings(markers: [], images: images, lines: [address.line])
        }
    }

    private static func file(
        of checked: CheckedFile, _ places: FilePositions
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

extension RepositoryModel {
    /// The images, as written, whose tag or name some place decides on, each once.
    fileprivate func imagesDecided(
        at isWanted: (SourceLocation) -> Bool
    ) -> [Placed<ImageFact>] {
        var seen: Set<ObjectIdentifier> = []
        return deployedImages.compactMap { image in
            guard case .runs(let final) = image.outcome, final.places.contains(where: isWanted),
                let written = image.written, seen.insert(ObjectIdentifier(written)).inserted
            else { return nil }
            return written
        }
    }
}

extension PlaceExplanation {
    package func text(in style: TextStyle) -> String {
        let tables =
            markers.flatMap { $0.tables(at: path) }
            + images.map { TextTable($0.rows) }
            + [TextTable(judgements)]
        return paragraphs(tables.map { $0.text(in: style) })
    }

    private var judgements: [[TextTable.Cell]] {
        findings.map { reported in
            let severity = reported.finding.severity
            let place = reported.finding.location
            let isElsewhere = place.path != path
            let isAccepted = reported.acceptance != nil
            return [
                .init(
                    isAccepted ? "accepted" : severity.rawValue,
                    isAccepted ? .gutter : .severity(severity)),
                .init("\(reported.finding.message) [\(reported.finding.rule)]"),
                .init(isElsewhere ? "\(place.path):\(reported.region.start.line)" : "", .gutter),
            ]
        }
            + notChecked.map { item in
                .row(
                    "not checked",
                    item.reason + (item.rule.map { " [\($0)]" } ?? ""))
            }
    }
}

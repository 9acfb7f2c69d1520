import Rules
import SourceText

extension ReportedFinding {
    /// The findings with their lines and columns, in the same order.
    ///
    /// `bytes` returns the UTF-8 content of a file as it was checked, by its path; it is called
    /// once for each file.
    package static func resolving<Failure>(
        _ triaged: [TriagedFinding], bytes: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [ReportedFinding] {
        let places = try ResolvedLocations(of: triaged, bytes: bytes)
        return triaged.map { ReportedFinding($0, places: places) }
    }

    private init(_ triaged: TriagedFinding, places: ResolvedLocations) {
        let finding = triaged.finding
        let place = places[finding.location]
        let edits = finding.fix?.edits ?? []
        self.init(
            finding: finding, region: place.region, excerpt: place.excerpt,
            related: finding.related.map { related in
                ReportedPlace(
                    message: related.message, path: related.location.path,
                    region: places[related.location].region)
            },
            edits: zip(edits, finding.editLocations).map { edit, location in
                ReportedEdit(
                    path: location.path, region: places[location].region, text: edit.replacement)
            },
            fingerprint: triaged.fingerprint, lineHash: place.lineHash, state: triaged.state,
            acceptance: triaged.acceptance.map { ReportedAcceptance($0, places: places) })
    }
}

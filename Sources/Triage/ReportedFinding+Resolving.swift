package import Rules
import SourceText

extension ReportedFinding {
    /// The findings in report order, with lines, columns and fingerprints.
    ///
    /// `bytes` gives the UTF-8 content of the analysed version of a file, by its path; it is asked
    /// once for each file. All findings are `new` until something compares them with a base.
    ///
    /// Fingerprints number equal findings, so they are made of all findings; then those that
    /// `isReported` refuses, by finding and fingerprint, are left out.
    package static func resolving<Failure>(
        _ findings: [Finding], where isReported: (Finding, String) -> Bool = { _, _ in true },
        bytes: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [ReportedFinding] {
        let sorted = findings.sorted(by: Finding.isInReportOrder)
        let reported = zip(sorted, Fingerprint.fingerprints(of: sorted)).filter(isReported)
        let places = try ResolvedLocations(of: reported.map(\.0), bytes: bytes)
        return reported.map { finding, fingerprint in
            ReportedFinding(finding, fingerprint: fingerprint, places: places)
        }
    }

    private init(_ finding: Finding, fingerprint: String, places: ResolvedLocations) {
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
            fingerprint: fingerprint, lineHash: place.lineHash, state: .new)
    }
}

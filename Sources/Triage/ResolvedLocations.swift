import Rules
import SourceText

/// Lines, columns and text of every location that some findings mention.
///
/// The files are read one after the other, each once, and none is kept.
struct ResolvedLocations {
    struct Place {
        let region: SourceRegion
        let excerpt: SourceExcerpt
        let lineHash: String
    }

    /// By the bytes of the path: strings of different bytes can be equal.
    private var places: [[UInt8]: [SourceSpan: Place]] = [:]

    init<Failure>(
        of triaged: [TriagedFinding], bytes: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let locations = Dictionary(grouping: triaged.flatMap(\.locations)) { Array($0.path.utf8) }
        // In a fixed order, so that the same file fails first every time.
        for path in locations.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let content = try bytes(String(decoding: path, as: UTF8.self))
            places[path] = Self.places(
                at: Set((locations[path] ?? []).map(\.span)), in: content)
        }
    }

    subscript(location: SourceLocation) -> Place {
        guard let place = places[Array(location.path.utf8)]?[location.span] else {
            preconditionFailure("a location of other findings")
        }
        return place
    }

    private static func places(
        at spans: Set<SourceSpan>, in bytes: [UInt8]
    ) -> [SourceSpan: Place] {
        let index = LineIndex(bytes)
        let lines = Set(spans.map { index.lineNumber(at: $0.lowerBound) })
        let hashes = LineHashes.hashes(ofLines: lines, in: bytes)
        var places: [SourceSpan: Place] = [:]
        for span in spans {
            // A file of the working tree can have shrunk since it was checked.
            let present = span.clamped(to: bytes.count)
            let region = index.region(of: present)
            places[span] = Place(
                region: region, excerpt: index.excerpt(of: present),
                lineHash: hashes[region.start.line] ?? "")
        }
        return places
    }
}

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

extension SourceSpan {
    fileprivate func clamped(to size: Int) -> SourceSpan {
        SourceSpan(min(lowerBound, size), min(upperBound, size))
    }
}

extension TriagedFinding {
    /// The locations of the finding and of its suppression.
    fileprivate var locations: [SourceLocation] {
        guard case .suppression(let suppression) = acceptance else { return finding.locations }
        return finding.locations + [suppression.location]
    }
}

extension Finding {
    fileprivate var locations: [SourceLocation] {
        [location] + related.map(\.location) + editLocations
    }

    /// In the order of the fix's edits.
    var editLocations: [SourceLocation] {
        (fix?.edits ?? []).map { SourceLocation(path: location.path, span: $0.span) }
    }
}

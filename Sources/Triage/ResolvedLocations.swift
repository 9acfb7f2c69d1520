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

import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// The markers and images of one file, by the lines that they take.
struct LocatedItems {
    /// Something with all the places in the file that belong to it.
    private struct Thing<Fact: Sendable> {
        let fact: Placed<Fact>
        /// The first is the one that names it.
        let regions: [SourceRegion]
        let kind: PlaceMissing.Neighbour.Kind

        func isIn(_ line: Int) -> Bool {
            regions.contains { $0.start.line <= line && line <= $0.end.line }
        }

        func isAt(_ line: Int, _ column: Int) -> Bool {
            regions.contains { region in
                (region.start.line, region.start.column) <= (line, column)
                    && (line, column) <= (region.end.line, region.end.column)
            }
        }

        var neighbour: PlaceMissing.Neighbour { .init(kind: kind, line: regions[0].start.line) }
    }

    private let lineCount: Int
    private let markers: [Thing<MarkerFact>]
    private let images: [Thing<ImageFact>]

    init(of file: ManifestFile, in model: RepositoryModel) {
        let index = LineIndex(file.facts.source)
        lineCount = index.lineCount
        func isHere(_ path: String) -> Bool { path.hasSameBytes(as: file.path) }
        markers = model.markers.filter { isHere($0.path) }.map { marker in
            let spans = [marker.fact.span] + (marker.fact.target.map { [$0.span] } ?? [])
            return Thing(fact: marker, regions: spans.map(index.region), kind: .marker)
        }
        images = model.images.filter { isHere($0.path) }.map { image in
            let comments = file.facts.markers.filter { marker in
                marker.target.map { image.fact.scalars.contains($0.span) } ?? false
            }
            let spans = image.fact.scalars + comments.map(\.span)
            return Thing(fact: image, regions: spans.map(index.region), kind: .image)
        }
    }

    /// The things at a place: all of the line if nothing is at the column itself.
    func things(at address: PlaceAddress, path: String) throws(PlaceMissing) -> FoundThings {
        guard address.line <= lineCount else {
            throw .noSuchLine(path: path, line: address.line, lineCount: lineCount)
        }
        let inLine = (
            markers: markers.filter { $0.isIn(address.line) },
            images: images.filter { $0.isIn(address.line) }
        )
        guard !inLine.markers.isEmpty || !inLine.images.isEmpty else {
            throw nothing(in: address.line, path: path)
        }
        guard let column = address.column else { return found(inLine.markers, inLine.images) }
        let atColumn = (
            markers: inLine.markers.filter { $0.isAt(address.line, column) },
            images: inLine.images.filter { $0.isAt(address.line, column) }
        )
        return atColumn.markers.isEmpty && atColumn.images.isEmpty
            ? found(inLine.markers, inLine.images) : found(atColumn.markers, atColumn.images)
    }

    private func found(
        _ markers: [Thing<MarkerFact>], _ images: [Thing<ImageFact>]
    ) -> FoundThings {
        let regions = markers.flatMap(\.regions) + images.flatMap(\.regions)
        return FoundThings(
            markers: markers.map(\.fact), images: images.map(\.fact),
            lines: Set(regions.flatMap { [$0.start.line, $0.end.line] }))
    }

    private func nothing(in line: Int, path: String) -> PlaceMissing {
        let all = Set(markers.map(\.neighbour) + images.map(\.neighbour))
        guard !all.isEmpty else { return .emptyFile(path: path) }
        let nearest = all.sorted {
            (abs($0.line - line), $0.line, $0.kind.rawValue)
                < (abs($1.line - line), $1.line, $1.kind.rawValue)
        }.prefix(3).sorted { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
        return .nothingThere(path: path, line: line, nearest: nearest)
    }
}

/// The things at a place.
struct FoundThings {
    let markers: [Placed<MarkerFact>]
    let images: [Placed<ImageFact>]
    /// All lines that belong to them.
    let lines: Set<Int>
}

/// Why a place cannot be explained.
package enum PlaceMissing: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing in the file speaks of images.
    case emptyFile(path: String)
    /// The file contains no facts because it was not parsed; with the reason.
    case unreadable(path: String, reason: String)
    case noSuchLine(path: String, line: Int, lineCount: Int)
    /// Neither a marker nor an image is there; with the nearest ones, in their order.
    case nothingThere(path: String, line: Int, nearest: [Neighbour])

    /// Something that could be explained.
    package struct Neighbour: Hashable, Sendable {
        package enum Kind: String, Sendable {
            case marker
            case image
        }

        package let kind: Kind
        package let line: Int

        package init(kind: Kind, line: Int) {
            self.kind = kind
            self.line = line
        }
    }

    package var description: String {
        switch self {
        case .emptyFile(let path): "`\(path)` holds neither markers nor images"
        case .unreadable(let path, let reason): "`\(path)` cannot be explained: \(reason)"
        case .noSuchLine(let path, let line, let count):
            "`\(path)` has no line \(line): it has \(count)"
        case .nothingThere(let path, let line, let nearest):
            "line \(line) of `\(path)` holds neither a marker nor an image; the nearest: "
                + nearest.map { "\($0.kind.rawValue) in line \($0.line)" }
                .joined(separator: ", ")
        }
    }
}

/// How people name a place in a file: `FILE:LINE` or `FILE:LINE:COLUMN`, as reports do.
package struct PlaceAddress: Hashable, Sendable {
    /// As typed.
    package let file: String
    /// Counts from 1.
    package let line: Int
    /// Counts Unicode scalars from 1; nil for the whole line.
    package let column: Int?

    package init(file: String, line: Int, column: Int?) {
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// Nil unless a file and a line are there; two numbers at the end are line and column.
    package init?(_ text: String) {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)[...]
        guard let last = parts.popLast(), let number = Self.number(last) else { return nil }
        if parts.count > 1, let line = parts.last.flatMap(Self.number) {
            parts.removeLast()
            (self.line, column) = (line, number)
        } else {
            (line, column) = (number, nil)
        }
        file = parts.joined(separator: ":")
        if file.isEmpty { return nil }
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text), number > 0
        else { return nil }
        return number
    }
}

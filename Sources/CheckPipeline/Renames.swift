import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// The files that a change moves, as Git would find them: those of the same bytes first, then
/// those that keep at least half of their lines.
struct Renames {
    /// By the old path.
    private(set) var newPaths: [String: String] = [:]

    /// Above this, files that differ are not compared with each other, as in Git.
    private static let pairLimit = 1_000_000

    /// - Parameters:
    ///   - taken: The old versions of the files that differ.
    ///   - brought: The new ones.
    init(from taken: SnapshotFacts, to brought: SnapshotFacts) {
        let kept = Set(taken.files.map(\.path)).intersection(brought.files.map(\.path))
        let deleted = Self.candidates(taken, without: kept)
        let added = Self.candidates(brought, without: kept)
        guard !deleted.isEmpty, !added.isEmpty else { return }
        takeEqual(from: deleted, to: added)
        takeAlike(from: deleted, to: added)
    }

    private mutating func takeEqual(from deleted: [MovedFile], to added: [MovedFile]) {
        // The last of a list is the first by its path.
        var places = Dictionary(grouping: added.reversed(), by: \.source)
        for file in deleted {
            newPaths[file.path] = places[file.source]?.popLast()?.path
        }
    }

    /// Moves each deleted file that is left to the added one that is most like it, if that is like
    /// enough.
    private mutating func takeAlike(from deleted: [MovedFile], to added: [MovedFile]) {
        let taken = Set(newPaths.values)
        let deleted = deleted.filter { newPaths[$0.path] == nil }
        let added = added.filter { !taken.contains($0.path) }
        guard deleted.count * added.count <= Self.pairLimit else { return }
        let lines = added.map(\.lineCounts)
        var places = Array(added.indices)
        for file in deleted {
            let ownLines = file.lineCounts
            let alike = places.map { place in
                (place, file.likeness(to: added[place], ownLines, lines[place]))
            }
            guard let best = alike.max(by: { $0.1 < $1.1 }), best.1 >= 0.5 else { continue }
            newPaths[file.path] = added[best.0].path
            places.removeAll { $0 == best.0 }
        }
    }

    private static func candidates(
        _ facts: SnapshotFacts, without kept: Set<String>
    ) -> [MovedFile] {
        facts.files.compactMap { file in
            guard !kept.contains(file.path), let found = try? file.content.get() else { return nil }
            return MovedFile(path: file.path, source: found.facts.source)
        }
    }
}

/// A file that only one side of a change has.
private struct MovedFile {
    typealias LineCounts = [ArraySlice<UInt8>: Int]

    let path: String
    let source: [UInt8]

    /// How often each line occurs.
    var lineCounts: LineCounts {
        source.split(separator: 0x0A).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The part of the larger file's bytes that both have, by lines.
    func likeness(
        to other: MovedFile, _ lines: LineCounts, _ otherLines: LineCounts
    ) -> Double {
        let size = max(source.count, other.source.count)
        guard size > 0, 2 * min(source.count, other.source.count) >= size else { return 0 }
        let common = lines.reduce(0) { sum, line in
            sum + (line.key.count + 1) * min(line.value, otherLines[line.key] ?? 0)
        }
        return Double(common) / Double(size)
    }
}

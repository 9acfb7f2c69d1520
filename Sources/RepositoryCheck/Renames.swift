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
        var deleted = Self.candidates(taken, without: kept)
        var added = Self.candidates(brought, without: kept)
        take(from: &deleted, to: &added) { $0.source == $1.source ? 1 : 0 }
        guard deleted.count * added.count <= Self.pairLimit else { return }
        take(from: &deleted, to: &added) { $0.likeness(to: $1) }
    }

    /// Moves each deleted file to the added one that is most like it, if that is like enough.
    private mutating func take(
        from deleted: inout [MovedFile], to added: inout [MovedFile],
        likeness: (MovedFile, MovedFile) -> Double
    ) {
        for file in deleted {
            var best: (place: Int, likeness: Double)?
            for (place, candidate) in added.enumerated() {
                let likeness = likeness(file, candidate)
                if likeness >= 0.5, likeness > best?.likeness ?? 0 { best = (place, likeness) }
            }
            guard let best else { continue }
            newPaths[file.path] = added.remove(at: best.place).path
        }
        deleted.removeAll { newPaths[$0.path] != nil }
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
    let path: String
    let source: [UInt8]
    /// How often each line occurs.
    private let lines: [ArraySlice<UInt8>: Int]

    init(path: String, source: [UInt8]) {
        self.path = path
        self.source = source
        lines = source.split(separator: 0x0A).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The part of the larger file's bytes that both have, by lines.
    func likeness(to other: MovedFile) -> Double {
        let size = max(source.count, other.source.count)
        guard size > 0, 2 * min(source.count, other.source.count) >= size else { return 0 }
        let common = lines.reduce(0) { sum, line in
            sum + (line.key.count + 1) * min(line.value, other.lines[line.key] ?? 0)
        }
        return Double(common) / Double(size)
    }
}

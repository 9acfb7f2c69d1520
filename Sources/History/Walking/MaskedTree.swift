import CheckPipeline
import Configuration
import GitAccess
import Kustomize
import ManifestFacts
import SourceText

/// The files of a commit, with placeholders for the tags and digests in its manifests.
///
/// It follows a branch commit by commit, and reads what each changes.
struct MaskedTree {
    /// Ascending by the bytes of their paths.
    private(set) var entries: [SnapshotEntry]
    /// The text of each value, by the number of its placeholder.
    private(set) var values: [String] = []
    private var files: [String: MaskedFile] = [:]
    /// The tags that scripts and build files set.
    private var setters: [String: [TagSetter]] = [:]
    /// How many kustomizations there are in a directory.
    private var kustomizations: [String: Int] = [:]
    /// Whether a kustomization may copy any field of an object to another one.
    private var copiesFields = false
    /// How often a file was not in this clone.
    private(set) var missingCount = 0
    private let reader: any SnapshotReader

    /// A manifest as it was read last.
    private struct MaskedFile {
        let role: FileRole
        let blobID: String?
        /// Nil for a manifest that says nothing, or that cannot be read.
        let shape: MaskedManifest.Shape?
        let values: Range<Int>
        /// Nil for a manifest that says nothing.
        let facts: SnapshotFacts.FactsOfFile?
    }

    /// The effect of a commit on a tree.
    struct Effect {
        /// Whether more than values has changed.
        var isStructural = false
        /// The numbers of the placeholders whose values have changed.
        var values: Set<Int> = []
    }

    /// - Parameter reader: Reads the files of all commits.
    init(_ entries: [SnapshotEntry], reader: any SnapshotReader) {
        self.entries = []
        self.reader = reader
        for entry in entries { _ = place(entry, at: entry.path) }
    }

    // MARK: Changes

    mutating func apply(
        _ changes: [BranchChange.ChangedFile]
    ) -> Effect {
        var effect = Effect()
        for file in changes {
            let change = place(file.entry, at: file.path)
            effect.isStructural = effect.isStructural || change.isStructural
            effect.values.formUnion(change.values)
        }
        return effect
    }

    private mutating func place(
        _ entry: SnapshotEntry?, at path: String
    ) -> Effect {
        let former = replace(entry, at: path)
        if ConfigurationFile.names.contains(path) { return Effect() }
        if former?.mode.isFile == true, let entry, entry.mode.isFile {
            return changeContent(of: entry)
        }
        // What was there, or is now, may be a link, or missing.
        let isManifest = FileRole(path: path) != nil
        noteKustomization(at: path, former?.mode.isFile == true ? -1 : 0)
        noteKustomization(at: path, entry?.mode.isFile == true ? 1 : 0)
        files[path] = nil
        let formerSetters = setters.removeValue(forKey: path)
        if let entry, entry.mode.isFile { _ = changeContent(of: entry) }
        return Effect(
            isStructural: isManifest || isInBuild(path)
                || formerSetters != setters[path])
    }

    /// Reads a file whose content may be another.
    private mutating func changeContent(
        of entry: SnapshotEntry
    ) -> Effect {
        var effect = Effect()
        if TagSetter.mayStand(inFile: entry.path) {
            let former = setters[entry.path] ?? []
            let latter = setters(in: entry)
            setters[entry.path] = latter.isEmpty ? nil : latter
            effect.isStructural = former != latter
        }
        guard let role = files[entry.path]?.role ?? FileRole(path: entry.path) else {
            return effect
        }
        let manifest = read(entry, role: role)
        effect.isStructural = effect.isStructural || manifest.isStructural
        effect.values = manifest.values
        return effect
    }

    private mutating func read(
        _ entry: SnapshotEntry, role: FileRole
    ) -> Effect {
        let former = files[entry.path]
        if let former, former.blobID == entry.blobID { return Effect() }
        let bytes: [UInt8]
        do throws(SnapshotReadError) {
            bytes = try reader.bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
        } catch {
            if case .missingBlob = error { missingCount += 1 }
            files[entry.path] = MaskedFile(
                role: role, blobID: entry.blobID, shape: nil, values: 0..<0,
                facts: .init(path: entry.path, content: .failure(error)))
            return Effect(isStructural: true)
        }
        let parsed = ParsedManifest(bytes, role: role)
        let facts = FileFacts(parsed, role: role)
        guard facts.reading != .screenedOut else {
            files[entry.path] = MaskedFile(
                role: role, blobID: entry.blobID, shape: nil, values: 0..<0, facts: nil)
            return Effect(isStructural: former?.facts != nil)
        }
        let manifest = MaskedManifest(parsed, facts, isThorough: copiesFields)
        if let former, former.shape == manifest.shape, former.role == role {
            files[entry.path] = MaskedFile(
                role: role, blobID: entry.blobID, shape: former.shape, values: former.values,
                facts: former.facts)
            return Effect(values: change(former.values, to: manifest.values))
        }
        if role == .kustomization || facts.kustomization != nil { noteCopies(in: facts) }
        let first = values.count
        values += manifest.values
        files[entry.path] = MaskedFile(
            role: role, blobID: entry.blobID, shape: manifest.shape,
            values: first..<values.count,
            facts: Self.facts(manifest.text(numberedFrom: first), role, at: entry.path))
        return Effect(isStructural: true)
    }

    /// Fields of any object may be copied to images from now on: then each counts, and all files
    /// are read again.
    private mutating func noteCopies(in facts: FileFacts) {
        guard !copiesFields, Self.copyingWords.contains(where: { facts.source.contains(word: $0) })
        else { return }
        copiesFields = true
        files = [:]
    }

    private static let copyingWords = ["replacements", "vars", "transformers"].map {
        Array($0.utf8)
    }

    /// Returns the numbers of those that differ.
    private mutating func change(_ numbers: Range<Int>, to texts: [String]) -> Set<Int> {
        var changed: Set<Int> = []
        for (number, text) in zip(numbers, texts) where values[number] != text {
            values[number] = text
            changed.insert(number)
        }
        return changed
    }

    private static func facts(
        _ bytes: [UInt8], _ role: FileRole, at path: String
    ) -> SnapshotFacts.FactsOfFile {
        let file = ManifestFile(path: path, facts: FileFacts(bytes: bytes, role: role))
        return SnapshotFacts.FactsOfFile(path: path, content: .success(file))
    }

    /// Puts an entry in place of another; returns the other.
    private mutating func replace(_ entry: SnapshotEntry?, at path: String) -> SnapshotEntry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].path.bytesPrecede(path) { low = middle + 1 } else { high = middle }
        }
        let isThere = low < entries.count && entries[low].path.hasSameBytes(as: path)
        let former = isThere ? entries[low] : nil
        switch (entry, isThere) {
        case (let entry?, true): entries[low] = entry
        case (let entry?, false): entries.insert(entry, at: low)
        case (nil, true): entries.remove(at: low)
        case (nil, false): break
        }
        return former
    }

    // MARK: Scripts and builds

    private func setters(in entry: SnapshotEntry) -> [TagSetter] {
        do throws(SnapshotReadError) {
            return TagSetter.setters(
                inCommands: try reader.bytes(of: entry, limit: Self.scriptSizeLimit))
        } catch {
            return []  // as in a check
        }
    }

    private static let scriptSizeLimit = 1024 * 1024

    private mutating func noteKustomization(at path: String, _ difference: Int) {
        guard difference != 0, FileRole(path: path) == .kustomization else { return }
        kustomizations[RepositoryPath.directory(of: path) ?? "", default: 0] += difference
    }

    /// Whether a kustomization may take in a file that is no manifest.
    private func isInBuild(_ path: String) -> Bool {
        var directory = RepositoryPath.directory(of: path)
        while let current = directory {
            if kustomizations[current] ?? 0 > 0 { return true }
            directory = current.isEmpty ? nil : RepositoryPath.directory(of: current) ?? ""
        }
        return false
    }

    // MARK: Facts

    /// The facts of the masked manifests of a tree, whose files are those of this one.
    mutating func facts(in tree: ManifestTree) -> SnapshotFacts {
        var facts: [SnapshotFacts.FactsOfFile] = []
        for entry in tree.entries {
            guard let role = tree.role(of: entry) else { continue }
            if files[entry.path]?.role != role { _ = read(entry, role: role) }
            if let known = files[entry.path]?.facts { facts.append(known) }
        }
        return SnapshotFacts(files: facts, fileCount: tree.entries.count)
    }
}

extension SnapshotEntry.Mode {
    fileprivate var isFile: Bool { self == .file || self == .executable }
}

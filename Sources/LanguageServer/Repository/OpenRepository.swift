import CheckPipeline

/// A repository that an editor works on: its open documents and its latest check.
///
/// The repository is checked when typing pauses. Findings from before the latest edit are never
/// published.
actor OpenRepository {
    let found: FoundRepository
    private let check: RepositoryCheck
    let capabilities: EditorCapabilities
    let editor: EditorLine
    /// The open documents by path in the repository.
    private(set) var documents: [String: OpenDocument] = [:]
    /// The paths of the documents that were changed or closed, but not yet in `live`.
    private var edited: Set<String> = []
    /// Nil before the repository was read.
    private(set) var live: LiveRepository?
    /// Counts the changes of documents and files.
    private(set) var revision = 0
    /// The paths of open documents that exist on disk, but that Git did not list at the latest
    /// reading, because it ignores them.
    private var unlisted: Set<String> = []
    /// Whether files on disk may have changed since they were read.
    private var isStale = false
    private(set) var reading: Task<Void, Never>?
    var analysis = AnalysisState()
    /// The last error that the editor showed; nil after a successful check.
    var trouble: String?
    /// The path of a configuration whose problems are published.
    var faultyConfiguration: String?

    init(
        _ found: FoundRepository, check: RepositoryCheck, capabilities: EditorCapabilities,
        editor: EditorLine
    ) {
        self.found = found
        self.check = check
        self.capabilities = capabilities
        self.editor = editor
    }

    // MARK: Documents

    /// Records a document that was opened or changed.
    func take(_ document: OpenDocument, at path: String) {
        documents[path] = document
        // The first reading of the repository applies all open documents at its end.
        guard live != nil else { return }
        guard isConcerned(by: path) else {
            if isUnlisted(path), !unlisted.contains(path) { refresh() }
            return
        }
        edited.insert(path)
        revision += 1
        analyzeWhenQuiet()
    }

    func close(_ path: String) {
        guard let document = documents.removeValue(forKey: path) else { return }
        unlisted.remove(path)
        editor.publish(.init(uri: document.uri, version: nil, diagnostics: []))
        guard live != nil else { return }
        edited.insert(path)
        revision += 1
        refresh()
    }

    /// Whether a check depends on a file; never if Git ignores it.
    func isConcerned(by path: String) -> Bool {
        live?.isConcerned(by: path) == true && !isUnlisted(path)
    }

    private func isUnlisted(_ path: String) -> Bool {
        guard let live, live.isConcerned(by: path), !live.isOnDisk(path) else { return false }
        return FileAddress.exists("\(found.root)/\(path)")
    }

    /// Applies the changed documents to `live`, each once however often it changed.
    func readEdits() {
        while let path = edited.popFirst() {
            do {
                try live?.edit(path, to: documents[path]?.bytes)
            } catch {
                show("\(error)")
            }
        }
    }

    // MARK: Files

    /// Reads what changed on disk; calls during a reading cause one more.
    func refresh() {
        isStale = true
        if reading == nil { reading = Task { await read() } }
    }

    private func read() async {
        while isStale {
            isStale = false
            do {
                let (live, isChanged) = try await readAgain()
                self.live = live
                // `live` lacks edits since the reading began, and still has documents closed since.
                let open = documents.keys.filter(isConcerned)
                edited = live.editedFiles.subtracting(open.map(live.file)).union(open)
                if isChanged { revision += 1 }
                // A file created while files were listed is in the next listing.
                let former = unlisted
                unlisted = Set(documents.keys.filter(isUnlisted))
                if !unlisted.isSubset(of: former) { isStale = true }
            } catch {
                show("\(error)")
            }
        }
        reading = nil
        analyze()
    }

    /// Reads the files on disk; returns whether they differ from before.
    private func readAgain() async throws -> (LiveRepository, isChanged: Bool) {
        let (found, check, live) = (found, check, live)
        return try await Task.detached {
            guard var live else {
                let live = try await LiveRepository(
                    found.read(), by: check, linking: found.readOthers)
                return (live, true)
            }
            let isChanged = try await live.refresh(from: found.read())
            return (live, isChanged)
        }.value
    }
}

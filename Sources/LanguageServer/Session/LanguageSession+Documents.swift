/// Handles notifications from an editor.
extension LanguageSession {
    /// Handles a notification; unknown ones are ignored.
    func note(_ message: IncomingMessage, _ method: String) async throws(ResponseError) {
        switch method {
        case "initialized":
            if capabilities.watchesFiles { editor.watchManifests() }
        case "textDocument/didOpen":
            let opened: DidOpenParameters = try message.parameters()
            await take(OpenDocument(opened.textDocument, capabilities.positionEncoding))
        case "textDocument/didChange":
            let change: DidChangeParameters = try message.parameters()
            guard var document = documents[change.textDocument.uri] else { return }
            document.apply(change.contentChanges, version: change.textDocument.version)
            await take(document)
        case "textDocument/didSave":
            let saved: DocumentParameters = try message.parameters()
            await place(of: saved.textDocument.uri)?.repository.refresh()
        case "textDocument/didClose":
            let closed: DocumentParameters = try message.parameters()
            documents[closed.textDocument.uri] = nil
            if let place = place(of: closed.textDocument.uri) {
                await place.repository.close(place.path)
            }
        case "workspace/didChangeWatchedFiles":
            for repository in repositories.values { await repository.refresh() }
        case "workspace/didChangeWorkspaceFolders":
            let change: DidChangeFoldersParameters = try message.parameters()
            for folder in change.event.added { await open(folder.uri) }
        default: break
        }
    }

    private func take(_ document: OpenDocument) async {
        documents[document.uri] = document
        // Without workspace folders, the repository of the opened file is checked.
        if !hasFolders, place(of: document.uri) == nil,
            let folder = FileAddress.path(of: document.uri).map(FileAddress.folder)
        {
            await openQuietly(folder)
        }
        if let place = place(of: document.uri) {
            await place.repository.take(document, at: place.path)
        }
    }

    /// Opens the repository that contains a folder, and ignores errors: there may be none.
    private func openQuietly(_ folder: String) async {
        do { try await openRepository(folder) } catch {}
    }

    /// Opens the repository that contains a folder, given as a URI; shows a warning if that fails.
    func open(_ folder: String) async {
        guard let path = FileAddress.path(of: folder) else {
            return editor.show(.warning, "`\(folder)` is not a directory on this machine")
        }
        do {
            try await openRepository(path)
        } catch {
            editor.show(.warning, "sluice: nothing is checked in `\(path)`: \(error)")
        }
    }

    private func openRepository(_ folder: String) async throws {
        let found = try setting.findRepository(folder)
        guard repositories[found.root] == nil else { return }
        let repository = OpenRepository(
            found, check: setting.check, capabilities: capabilities, editor: editor)
        repositories[found.root] = repository
        for document in documents.values {
            guard let place = place(of: document.uri), place.repository === repository else {
                continue
            }
            await repository.take(document, at: place.path)
        }
        await repository.refresh()
    }

    /// The innermost open repository that contains a file, and the file's path in it; nil if none
    /// does.
    func place(of uri: String) -> (repository: OpenRepository, path: String)? {
        guard let path = FileAddress.path(of: uri) else { return nil }
        return place(ofPath: path) ?? place(ofPath: FileAddress.resolvingFolder(of: path))
    }

    private func place(ofPath path: String) -> (repository: OpenRepository, path: String)? {
        let roots = repositories.keys.filter { path.hasPrefix($0 + "/") }
        guard let root = roots.max(by: { $0.utf8.count < $1.utf8.count }),
            let repository = repositories[root]
        else { return nil }
        return (repository, String(path.dropFirst(root.count + 1)))
    }
}

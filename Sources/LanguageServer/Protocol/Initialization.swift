/// The parameters of `initialize`: the open workspace, and the editor's capabilities.
struct InitializeParameters: Decodable {
    struct Folder: Decodable {
        let uri: String
    }

    private let workspaceFolders: [Folder]?
    private let rootUri: String?
    let capabilities: EditorCapabilities

    /// The URIs of the workspace folders; `rootUri` if there are none.
    var folders: [String] {
        if let workspaceFolders, !workspaceFolders.isEmpty { return workspaceFolders.map(\.uri) }
        return rootUri.map { [$0] } ?? []
    }
}

/// The capabilities of an editor that the server uses.
struct EditorCapabilities: Decodable {
    struct General: Decodable {
        /// Strings, because `PositionEncoding` does not have all encodings.
        let positionEncodings: [String]?
    }

    struct Workspace: Decodable {
        struct WatchedFiles: Decodable {
            let dynamicRegistration: Bool?
        }

        struct WorkspaceEdit: Decodable {
            let documentChanges: Bool?
        }

        let didChangeWatchedFiles: WatchedFiles?
        let workspaceEdit: WorkspaceEdit?
    }

    struct TextDocument: Decodable {
        struct Hover: Decodable {
            let contentFormat: [String]?
        }

        let hover: Hover?
    }

    private let general: General?
    private let workspace: Workspace?
    private let textDocument: TextDocument?

    /// No capabilities, until `initialize` declares some.
    init() {
        (general, workspace, textDocument) = (nil, nil, nil)
    }

    /// UTF-8 if the editor offers it, because files are UTF-8; else UTF-16.
    var positionEncoding: PositionEncoding {
        let isOffered =
            general?.positionEncodings?.contains(PositionEncoding.utf8.rawValue) ?? false
        return isOffered ? .utf8 : .utf16
    }

    var watchesFiles: Bool { workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false }

    /// Whether edits may say which version of a document they are for.
    var takesVersionedEdits: Bool { workspace?.workspaceEdit?.documentChanges ?? false }

    var showsMarkdown: Bool { textDocument?.hover?.contentFormat?.contains("markdown") ?? false }
}

/// The answer to `initialize`: the server's capabilities.
struct InitializeResult: Encodable {
    struct Capabilities: Encodable {
        let positionEncoding: PositionEncoding
        let textDocumentSync = DocumentSync()
        let hoverProvider = true
        let definitionProvider = true
        let referencesProvider = true
        let codeActionProvider = CodeActionOptions()
        let completionProvider = CompletionOptions()
        let workspace = Workspace()
    }

    struct DocumentSync: Encodable {
        let openClose = true
        /// Incremental.
        let change = 2
        let save = true
    }

    struct CodeActionOptions: Encodable {
        let codeActionKinds = [CodeAction.quickFix]
    }

    struct CompletionOptions: Encodable {
        let triggerCharacters = [" ", "{", "-"]
    }

    struct Workspace: Encodable {
        struct Folders: Encodable {
            let supported = true
            let changeNotifications = true
        }

        let workspaceFolders = Folders()
    }

    struct ServerInformation: Encodable {
        let name: String
        let version: String
    }

    let capabilities: Capabilities
    let serverInfo: ServerInformation
}

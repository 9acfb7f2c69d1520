/// A document that an editor opens, with its text.
struct DidOpenParameters: Decodable {
    struct Document: Decodable {
        let uri: String
        let version: Int
        let text: String
    }

    let textDocument: Document
}

/// Edits of an open document; each applies to the text after the previous one.
struct DidChangeParameters: Decodable {
    struct Document: Decodable {
        let uri: String
        let version: Int
    }

    let textDocument: Document
    let contentChanges: [ContentChange]
}

/// One edit of a document.
struct ContentChange: Decodable, Sendable {
    /// Nil if the text replaces the whole document.
    let range: PositionRange?
    let text: String
}

/// The parameters of `textDocument/didSave` and `textDocument/didClose`.
struct DocumentParameters: Decodable {
    struct Document: Decodable {
        let uri: String
    }

    let textDocument: Document
}

/// Workspace folders that were added or removed.
struct DidChangeFoldersParameters: Decodable {
    struct Event: Decodable {
        let added: [InitializeParameters.Folder]
        let removed: [InitializeParameters.Folder]
    }

    let event: Event
}

/// The parameters of `window/showMessage`.
struct ShowMessageParameters: Encodable {
    enum Kind: Int, Encodable {
        case error = 1
        case warning = 2
    }

    let type: Kind
    let message: String
}

/// The parameters of `client/registerCapability` for file changes outside of the editor.
struct WatchRegistration: Encodable {
    struct Registration: Encodable {
        struct Options: Encodable {
            struct Watcher: Encodable {
                let globPattern: String
            }

            let watchers: [Watcher]
        }

        let id = "manifests"
        let method = "workspace/didChangeWatchedFiles"
        let registerOptions: Options
    }

    let registrations: [Registration]

    static let manifests = WatchRegistration(registrations: [
        Registration(
            registerOptions: .init(
                watchers: [
                    "**/*.yaml", "**/*.yml", "**/Kustomization", "**/.sluice.yaml",
                    "**/.sluice.yml",
                ].map { .init(globPattern: $0) }))
    ])
}

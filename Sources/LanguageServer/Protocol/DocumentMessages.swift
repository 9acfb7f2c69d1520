/// A document that an editor opens, with its text.
struct DidOpenParameters: Decodable {
    struct Document: Decodable {
        let uri: String
        let version: Int
        let text: String
    }

    let textDocument: Document
}

/// Edits of an open document, each of the text after the one before.
struct DidChangeParameters: Decodable {
    struct Document: Decodable {
        let uri: String
        let version: Int
    }

    let textDocument: Document
    let contentChanges: [ContentChange]
}

/// One edit.
struct ContentChange: Decodable, Sendable {
    /// Nil where the text replaces the whole document.
    let range: PositionRange?
    let text: String
}

/// The parameters of messages about a document: saved, closed, asked about.
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

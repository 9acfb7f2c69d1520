/// The parameters of `textDocument/hover` and `textDocument/definition`.
struct PlaceParameters: Decodable, Sendable {
    let textDocument: DocumentParameters.Document
    let position: Position
}

/// The parameters of `textDocument/references`.
struct ReferenceParameters: Decodable, Sendable {
    struct Context: Decodable {
        let includeDeclaration: Bool
    }

    let textDocument: DocumentParameters.Document
    let position: Position
    let context: Context
}

/// The parameters of `textDocument/codeAction`.
struct CodeActionParameters: Decodable, Sendable {
    struct Context: Decodable {
        /// The requested kinds; nil for all.
        let only: [String]?
    }

    let textDocument: DocumentParameters.Document
    let range: PositionRange
    let context: Context

    /// Whether quick fixes are requested; the empty kind includes all kinds.
    var wantsQuickFixes: Bool {
        context.only?.contains { $0.isEmpty || $0 == CodeAction.quickFix } ?? true
    }
}

/// The text that is shown beside a position.
struct Hover: Encodable {
    struct Content: Encodable {
        /// `markdown` or `plaintext`.
        let kind: String
        let value: String
    }

    let contents: Content
}

/// A change that an editor may offer.
struct CodeAction: Encodable {
    static let quickFix = "quickfix"

    let title: String
    let kind = quickFix
    let diagnostics: [Diagnostic]
    let isPreferred: Bool
    let edit: WorkspaceEdit
}

/// Edits of a file, for one version of it if the editor supports versioned edits.
struct WorkspaceEdit: Encodable {
    struct Edit: Encodable {
        let range: PositionRange
        let newText: String
    }

    struct DocumentEdit: Encodable {
        struct Document: Encodable {
            let uri: String
            let version: Int
        }

        let textDocument: Document
        let edits: [Edit]
    }

    private let documentChanges: [DocumentEdit]?
    private let changes: [String: [Edit]]?

    init(_ edits: [Edit], of uri: String, version: Int, isVersioned: Bool) {
        let document = DocumentEdit.Document(uri: uri, version: version)
        documentChanges = isVersioned ? [DocumentEdit(textDocument: document, edits: edits)] : nil
        changes = isVersioned ? nil : [uri: edits]
    }
}

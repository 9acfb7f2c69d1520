import CheckPipeline

/// Handles requests from an editor.
extension LanguageSession {
    /// Responds when the latest edits are checked; other messages are handled meanwhile.
    func ask(
        _ message: IncomingMessage, _ method: String, _ id: RequestID
    ) throws(ResponseError) {
        switch method {
        case "textDocument/hover":
            let question: PlaceParameters = try message.parameters()
            answer(id, about: question.textDocument, otherwise: nil) {
                try await $0.hover(question.position, in: $1)
            }
        case "textDocument/definition":
            let question: PlaceParameters = try message.parameters()
            answer(id, about: question.textDocument, otherwise: []) {
                try await $0.definitions(at: question.position, in: $1)
            }
        case "textDocument/references":
            let question: ReferenceParameters = try message.parameters()
            answer(id, about: question.textDocument, otherwise: []) {
                try await $0.references(
                    at: question.position, in: $1,
                    withDeclaration: question.context.includeDeclaration)
            }
        case "textDocument/completion":
            // From the text alone, so that an editor does not wait for a check.
            let question: PlaceParameters = try message.parameters()
            let uri = question.textDocument.uri
            guard let place = place(of: uri), ConfigurationFile.names.contains(place.path),
                let document = documents[uri]
            else { return editor.answer(id, [CompletionItem]()) }
            editor.answer(id, CompletionItem.items(at: question.position, in: document))
        case "textDocument/codeAction":
            let question: CodeActionParameters = try message.parameters()
            answer(id, about: question.textDocument, otherwise: []) {
                question.wantsQuickFixes ? try await $0.fixes(in: question.range, of: $1) : []
            }
        default:
            throw ResponseError(.methodNotFound, "there is no method `\(method)` here")
        }
    }

    /// - Parameter nothing: The answer for a document outside of all open repositories.
    private func answer<Answer: Encodable & Sendable>(
        _ id: RequestID, about document: DocumentParameters.Document,
        otherwise nothing: Answer,
        _ question: @escaping @Sendable (OpenRepository, String) async throws -> Answer
    ) {
        guard let place = place(of: document.uri) else { return editor.answer(id, nothing) }
        Task { [editor] in
            do {
                editor.answer(id, try await question(place.repository, place.path))
            } catch {
                editor.refuse(id, because: ResponseError(.requestFailed, "\(error)"))
            }
        }
    }
}

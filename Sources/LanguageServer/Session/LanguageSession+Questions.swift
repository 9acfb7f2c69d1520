/// Requests of an editor.
extension LanguageSession {
    /// Answers when the repository is known as it is now; meanwhile others may ask and tell.
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
        case "textDocument/codeAction":
            let question: CodeActionParameters = try message.parameters()
            answer(id, about: question.textDocument, otherwise: []) {
                question.wantsQuickFixes ? try await $0.fixes(in: question.range, of: $1) : []
            }
        default:
            throw ResponseError(.methodNotFound, "there is no method `\(method)` here")
        }
    }

    /// - Parameter nothing: For a document that is in no repository.
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

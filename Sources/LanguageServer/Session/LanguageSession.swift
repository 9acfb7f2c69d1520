import Reports

/// The state of a session with one editor.
///
/// Messages are handled in order. Requests that take time run as tasks, so that responses may be
/// out of order.
package actor LanguageSession {
    private enum Stage {
        case new
        case initialized
        case shutDown
        /// Whether `shutdown` came before `exit`.
        case ended(isOrderly: Bool)
    }

    let setting: ServerSetting
    let editor: EditorLine
    private var stage = Stage.new
    private(set) var capabilities = EditorCapabilities()
    /// Whether `initialize` named workspace folders.
    private(set) var hasFolders = false
    /// The open documents by URI, as the editor writes it.
    var documents: [String: OpenDocument] = [:]
    /// The open repositories by root.
    var repositories: [String: OpenRepository] = [:]

    /// - Parameter write: Sends bytes to the editor; it is never called concurrently.
    package init(_ setting: ServerSetting, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.setting = setting
        editor = EditorLine(write: write)
    }

    /// Runs until `exit` or the end of the input; returns whether `shutdown` came before.
    ///
    /// `next` returns more bytes, or none at the end. A `FramingError` means that the input cannot
    /// be split into messages.
    package nonisolated func run<Failure>(
        reading next: () async throws(Failure) -> [UInt8]
    ) async throws -> Bool {
        var framing = MessageFraming()
        while true {
            while let body = try framing.next() {
                await receive(body)
                if let isOrderly = await end { return isOrderly }
            }
            let bytes = try await next()
            guard !bytes.isEmpty else { break }
            framing.append(bytes)
        }
        guard framing.isBetweenMessages else { throw FramingError.unexpectedEnd }
        return await isShutDown
    }

    /// Whether `shutdown` came before `exit`; nil before `exit`.
    var end: Bool? {
        if case .ended(let isOrderly) = stage { isOrderly } else { nil }
    }

    var isShutDown: Bool {
        if case .shutDown = stage { true } else { false }
    }

    /// Handles a message; errors are sent as responses, unless it is a notification.
    func receive(_ body: [UInt8]) async {
        let message: IncomingMessage
        do {
            message = try IncomingMessage(body)
        } catch {
            return editor.refuse(nil, because: error)
        }
        // A response can only be that to the registration of watched files, which is ignored.
        guard let method = message.method else { return }
        do throws(ResponseError) {
            if let id = message.id {
                try await answer(message, method, id)
            } else {
                try await take(message, method)
            }
        } catch {
            // JSON-RPC allows no response to a notification, not even an error.
            if let id = message.id { editor.refuse(id, because: error) }
        }
    }

    // MARK: Stages

    private func answer(
        _ message: IncomingMessage, _ method: String, _ id: RequestID
    ) async throws(ResponseError) {
        switch (stage, method) {
        case (.new, "initialize"):
            try await initialize(message.parameters(), id)
        case (.new, _):
            throw ResponseError(.serverNotInitialized, "the first request is `initialize`")
        case (.initialized, "initialize"):
            throw ResponseError(.invalidRequest, "the server is initialized already")
        case (.initialized, "shutdown"):
            stage = .shutDown
            editor.answer(id, Bool?.none)
        case (.initialized, _):
            try ask(message, method, id)
        case (.shutDown, _), (.ended, _):
            throw ResponseError(.invalidRequest, "the server is shut down")
        }
    }

    private func take(_ message: IncomingMessage, _ method: String) async throws(ResponseError) {
        switch (stage, method) {
        case (_, "exit"): stage = .ended(isOrderly: isShutDown)
        case (.initialized, _): try await note(message, method)
        case (.new, _), (.shutDown, _), (.ended, _): break
        }
    }

    private func initialize(_ parameters: InitializeParameters, _ id: RequestID) async {
        stage = .initialized
        capabilities = parameters.capabilities
        hasFolders = !parameters.folders.isEmpty
        editor.answer(
            id,
            InitializeResult(
                capabilities: .init(positionEncoding: capabilities.positionEncoding),
                serverInfo: .init(name: setting.tool.name, version: setting.tool.version)))
        for folder in parameters.folders { await open(folder) }
    }
}

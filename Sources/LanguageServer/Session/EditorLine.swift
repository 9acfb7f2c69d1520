import Synchronization

/// The output to an editor, shared by tasks; messages are written one at a time.
final class EditorLine: Sendable {
    private let write: Mutex<@Sendable ([UInt8]) -> Void>

    init(write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = Mutex(write)
    }

    func answer(_ id: RequestID, _ result: some Encodable) {
        send(OutgoingMessage.response(to: id, result))
    }

    /// - Parameter id: Nil if the id of the request cannot be read.
    func refuse(_ id: RequestID?, because error: ResponseError) {
        send(OutgoingMessage.refusal(of: id, because: error))
    }

    func show(_ kind: ShowMessageParameters.Kind, _ message: String) {
        notify("window/showMessage", ShowMessageParameters(type: kind, message: message))
    }

    func publish(_ diagnostics: PublishDiagnosticsParameters) {
        notify("textDocument/publishDiagnostics", diagnostics)
    }

    /// Asks for notifications of file changes outside of the editor; its response is ignored.
    func watchManifests() {
        send(
            OutgoingMessage.request(
                .text("watch"), "client/registerCapability", WatchRegistration.manifests))
    }

    private func notify(_ method: String, _ parameters: some Encodable) {
        send(OutgoingMessage.notification(method, parameters))
    }

    private func send(_ body: [UInt8]) {
        write.withLock { write in write(MessageFraming.framed(body)) }
    }
}

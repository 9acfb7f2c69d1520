/// The whole conversation with one editor, in bytes.
package struct LanguageConversation {
    private let session: LanguageSession

    /// - Parameter write: Sends bytes to the editor; it is never called concurrently.
    package init(_ setting: ServerSetting, write: @escaping @Sendable ([UInt8]) -> Void) {
        session = LanguageSession(setting, write: write)
    }

    /// Runs until `exit` or the end of the input; returns whether `shutdown` came before.
    ///
    /// `next` returns more bytes, or none at the end. A `FramingError` means that the input cannot
    /// be split into messages.
    package func run<Failure>(
        reading next: () async throws(Failure) -> [UInt8]
    ) async throws -> Bool {
        var framing = MessageFraming()
        while true {
            while let body = try framing.next() {
                await session.receive(body)
                if let isOrderly = await session.end { return isOrderly }
            }
            let bytes = try await next()
            guard !bytes.isEmpty else { break }
            framing.append(bytes)
        }
        guard framing.isBetweenMessages else { throw FramingError.unexpectedEnd }
        return await session.isShutDown
    }
}

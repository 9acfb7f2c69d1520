/// One conversation with an editor, from its first byte to its last.
package struct LanguageConversation {
    private let session: LanguageSession

    /// - Parameter write: Takes what the editor is to read; it is called once at a time.
    package init(_ setting: ServerSetting, write: @escaping @Sendable ([UInt8]) -> Void) {
        session = LanguageSession(setting, write: write)
    }

    /// Reads until the editor says `exit` or goes away; whether it had said `shutdown` before.
    ///
    /// A malformed message throws a `FramingError`, because the next one could not be found.
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

/// Bytes that come piece by piece and are read once, so that no memory holds all of them.
package final class ByteStream: AsyncSequence, Sendable, Equatable {
    package typealias Pull = @concurrent () async throws -> [UInt8]?

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pull: Pull

        @concurrent package mutating func next() async throws -> [UInt8]? { try await pull() }
    }

    private let start: @Sendable () -> Pull

    /// - Parameter start: Called by the one who reads; what it gives is nil after the last piece.
    package init(_ start: @escaping @Sendable () -> Pull) {
        self.start = start
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pull: start()) }

    /// Whether both are the same stream; their bytes are not compared.
    package static func == (left: ByteStream, right: ByteStream) -> Bool { left === right }
}

extension ByteStream {
    /// A stream of one piece.
    package convenience init(_ bytes: [UInt8]) {
        self.init {
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return {
                defer { rest = nil }
                return rest
            }
        }
    }
}

/// An answer whose body is still to be read.
package struct HTTPDownload: Sendable {
    /// Without a body, except that of an error.
    package let answer: HTTPAnswer
    /// Empty for an error; breaking off reading it closes the connection.
    package let body: ByteStream

    package init(answer: HTTPAnswer, body: ByteStream) {
        self.answer = answer
        self.body = body
    }
}

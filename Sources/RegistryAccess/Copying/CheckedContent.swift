import ImageReferences
import SourceText
internal import Synchronization
import WebAccess

internal import protocol Crypto.HashFunction
internal import struct Crypto.SHA256
internal import struct Crypto.SHA384
internal import struct Crypto.SHA512

/// The content of a blob on its way: counted, and compared with its digest before its last bytes
/// are let through.
final class CheckedContent: Sendable {
    enum Failure: Error, Equatable, Sendable {
        case size(actual: Int)
        case digest(actual: Digest?)
        /// The source broke off.
        case broken
    }

    private let descriptor: Manifest.Descriptor
    private let source: ByteStream
    private let progress: @Sendable (_ bytes: Int) -> Void
    private let found = Mutex<Failure?>(nil)

    /// - Parameter progress: Gets the count of bytes so far.
    init(
        _ source: ByteStream, of descriptor: Manifest.Descriptor,
        progress: @escaping @Sendable (_ bytes: Int) -> Void
    ) {
        self.source = source
        self.descriptor = descriptor
        self.progress = progress
    }

    /// Why the stream ended with an error.
    var failure: Failure? { found.withLock { $0 } }

    var stream: ByteStream {
        ByteStream { [self] in
            var reader = Reader(source.makeAsyncIterator(), descriptor)
            return {
                do throws(Failure) {
                    let piece = try await reader.next()
                    self.progress(reader.passed)
                    return piece
                } catch {
                    self.found.withLock { $0 = error }
                    throw error
                }
            }
        }
    }

    /// Holds back one piece, so that the last one waits for the digest.
    private struct Reader {
        private var source: ByteStream.AsyncIterator
        private let descriptor: Manifest.Descriptor
        private var hash: any HashFunction
        private var count = 0
        private var held: [UInt8]?
        private var isChecked = false
        /// Bytes that were let through.
        private(set) var passed = 0

        init(_ source: ByteStream.AsyncIterator, _ descriptor: Manifest.Descriptor) {
            self.source = source
            self.descriptor = descriptor
            switch descriptor.digest.algorithm {
            case "sha512": hash = SHA512()
            case "sha384": hash = SHA384()
            default: hash = SHA256()
            }
        }

        @concurrent mutating func next() async throws(Failure) -> [UInt8]? {
            while let piece = try await received() {
                count += piece.count
                guard count <= descriptor.size else { throw .size(actual: count) }
                hash.update(data: piece)
                if let ready = exchanged(for: piece) { return ready }
            }
            if !isChecked { try check() }
            isChecked = true
            return exchanged(for: nil)
        }

        @concurrent private mutating func received() async throws(Failure) -> [UInt8]? {
            do {
                return try await source.next()
            } catch {
                throw .broken
            }
        }

        private mutating func exchanged(for piece: [UInt8]?) -> [UInt8]? {
            defer { held = piece }
            passed += held?.count ?? 0
            return held
        }

        private func check() throws(Failure) {
            guard count == descriptor.size else { throw .size(actual: count) }
            let hexadecimal = hash.hexadecimal
            let digest = Digest("\(descriptor.digest.algorithm):\(hexadecimal)")
            guard digest == descriptor.digest else { throw .digest(actual: digest) }
        }
    }
}

extension HashFunction {
    fileprivate var hexadecimal: String { finalize().hexadecimal }
}

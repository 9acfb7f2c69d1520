import Crypto
package import FoundationEssentials
package import SourceText

/// Entries of a cache that are not used if they are damaged, or of another build of the program.
package struct SealedCache: Sendable {
    private let storage: any CacheStorage
    /// Differs between two builds of the program.
    let program: String

    package init(_ storage: any CacheStorage, program: String) {
        self.storage = storage
        self.program = program
    }

    package func bytes(of name: String) -> Data? {
        guard let entry = storage.bytes(of: name), entry.count >= SHA256.byteCount else {
            return nil
        }
        let (digest, content) = (entry.prefix(SHA256.byteCount), entry[SHA256.byteCount...])
        return digest.elementsEqual(self.digest(of: content, name)) ? Data(content) : nil
    }

    package func keep(_ content: Data, as name: String) {
        storage.keep(Array(digest(of: content, name)) + content, as: name)
    }

    /// The name and the program are part of it, so that an entry is used for nothing else.
    private func digest(of content: some DataProtocol, _ name: String) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: Array("\(program)\n\(name)\n".utf8))
        hash.update(data: content)
        return hash.finalize()
    }
}

/// Keeps bytes by name from one run to the next, as a cache: an entry may be gone at any time.
package protocol CacheStorage: Sendable {
    /// The bytes that were kept under a name; nil if there are none, or none that can be trusted.
    func bytes(of name: String) -> [UInt8]?

    /// Keeps bytes under a name, in place of others; where that fails, nothing is kept.
    func keep(_ bytes: [UInt8], as name: String)
}

/// One value of a cache; its owner knows what its parts mean.
package struct CacheRecord: Hashable, Sendable {
    package let kind: UInt32
    package let numbers: [Int32]
    package let bytes: [UInt8]

    package init(kind: UInt32, numbers: [Int32] = [], bytes: [UInt8] = []) {
        self.kind = kind
        self.numbers = numbers
        self.bytes = bytes
    }
}

/// Keeps what was made of Git blobs from one run to the next: a record may be gone at any time.
package protocol BlobRecords: Sendable {
    /// The record of a blob; nil if there is none, or none that can be trusted.
    ///
    /// - Parameter id: 40 or 64 hexadecimal digits.
    func record(ofBlob id: String) -> CacheRecord?

    /// Keeps a record, which other runs find after `finish`.
    func keep(_ record: CacheRecord, ofBlob id: String)

    /// Makes the records of this run available to others; where that fails, nothing is kept.
    func finish()
}

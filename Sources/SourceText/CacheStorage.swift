/// Keeps bytes by name from one run to the next, as a cache: an entry may be gone at any time.
package protocol CacheStorage: Sendable {
    /// The bytes that were kept under a name; nil if there are none, or none that can be trusted.
    func bytes(of name: String) -> [UInt8]?

    /// Keeps bytes under a name, in place of others; where that fails, nothing is kept.
    func keep(_ bytes: [UInt8], as name: String)
}

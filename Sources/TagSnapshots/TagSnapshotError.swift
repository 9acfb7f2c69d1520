/// Why a file is no snapshot of tags.
package enum TagSnapshotError: Error, Hashable, Sendable {
    /// Not JSON, or a key is missing or of another type; the words say which.
    case malformed(String)
    case unknownSchema(Int)
    /// The name is none of an image.
    case badImage(String)
    /// Two entries name one image.
    case repeatedImage(String)
}

extension TagSnapshotError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let words): words
        case .unknownSchema(let number):
            "its schema is \(number), and this version reads schema \(TagSnapshot.schema)"
        case .badImage(let name): "`\(name)` is not a valid image name"
        case .repeatedImage(let name): "`\(name)` is there twice"
        }
    }
}

/// The set of all valid OCI tags, to which all languages are restricted.
///
/// Source: OCI Distribution Specification 1.1, "Pulling manifests".
package enum TagUniverse {
    package static let firstCharacters = ASCIISet.word
    package static let characters = ASCIISet.word.union(ASCIISet(charactersOf: ".-"))
    package static let maximumLength = 128

    package static func contains(_ tag: String) -> Bool {
        let bytes = tag.utf8
        guard let first = bytes.first, firstCharacters.contains(first) else { return false }
        return bytes.count <= maximumLength && bytes.allSatisfy(characters.contains)
    }
}

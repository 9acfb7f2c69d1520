import SourceText

internal import struct Crypto.SHA256

/// The branches that promotions to an environment are proposed on.
///
/// The version of an image has a branch of its own, whoever promotes it, so that Git tells apart
/// who was first.
package struct PromotionBranch: Hashable, Sendable {
    /// Without `refs/heads/`.
    package let name: String

    /// - Parameter images: Names and identities, at least one.
    package init(environment: String, images: [(name: String, identity: String)]) {
        let directory = "promote/\(environment.branchWord)/"
        guard images.count == 1, let image = images.first else {
            let lines = images.map { "\($0.name) \($0.identity)\n" }.sorted().joined()
            name = "\(directory)\(images.count)-images-\(lines.shortHash)"
            return
        }
        let path = image.name.split(separator: "/").last.map(String.init) ?? image.name
        name = "\(directory)\(path.branchWord)-\(image.identity.branchWord)"
    }
}

extension String {
    /// A part of a branch name: letters, digits, `.`, `_` and `-`, at most 80 of them, and no form
    /// that Git refuses (`git check-ref-format`).
    fileprivate var branchWord: String {
        var word = ""
        for byte in utf8 {
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".") && !(word.isEmpty || word.hasSuffix("."))
            if isPlain {
                word.unicodeScalars.append(Unicode.Scalar(byte))
            } else if byte == UInt8(ascii: "-"), !word.isEmpty {
                word += "-"
            }
        }
        while word.hasSuffix(".") || word.hasSuffix(".lock") { word.removeLast() }
        // What was left out must not make two names one.
        return !word.isEmpty && word == self && word.utf8.count <= 80
            ? word : "\(word.prefix(60))-\(shortHash)"
    }

    fileprivate var shortHash: String {
        Array(SHA256.hash(data: Array(utf8)).prefix(4)).hexadecimal
    }
}

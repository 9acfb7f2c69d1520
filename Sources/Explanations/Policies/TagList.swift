/// The tags in a file of the user, one on each line.
///
/// A line ends in LF or CR LF, and everything else on it belongs to its tag: nothing is trimmed.
/// Empty lines are no tags. Order and repetitions are kept.
package struct TagList: Hashable, Sendable {
    package let tags: [String]

    package init(_ bytes: [UInt8]) throws(TagListError) {
        var tags: [String] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let isEnded = line.endIndex < bytes.endIndex
            let text = isEnded && line.last == 0x0D ? line.dropLast() : line
            if text.isEmpty { continue }
            guard let tag = String(validating: text, as: UTF8.self) else {
                throw TagListError(line: number)
            }
            tags.append(tag)
        }
        self.tags = tags
    }
}

/// Why a file is no list of tags.
package struct TagListError: Error, Hashable, Sendable {
    /// The line, from 1, that is not UTF-8.
    package let line: Int
}

extension TagListError: CustomStringConvertible {
    package var description: String { "line \(line) is not UTF-8, as every tag is" }
}

extension FileFacts {
    /// The list entries that are commented out, such as `web` of `# - web # later`: what a team has
    /// switched off in a kustomization.
    ///
    /// Cost: linear in the text's length.
    package var commentedEntries: [String] {
        source.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let first = words.first, first.first == UInt8(ascii: "#") else { return nil }
            var rest = words.dropFirst()
            let dash = first.dropFirst()
            if dash.isEmpty {
                guard rest.popFirst()?.elementsEqual([UInt8(ascii: "-")]) == true else {
                    return nil
                }
            } else if !dash.elementsEqual([UInt8(ascii: "-")]) {
                return nil
            }
            guard let entry = rest.popFirst(), rest.first?.first ?? UInt8(ascii: "#") == 0x23
            else { return nil }
            let text = String(decoding: entry, as: UTF8.self)
            return text.trimmed("\"").trimmed("'").trimmedSlash
        }
    }
}

extension String {
    fileprivate func trimmed(_ quote: Character) -> String {
        count > 1 && first == quote && last == quote ? String(dropFirst().dropLast()) : self
    }

    fileprivate var trimmedSlash: String { last == "/" ? String(dropLast()) : self }
}

import SourceText

/// Reads the versions that the CustomResourceDefinition of ImagePolicies serves, line by line.
///
/// Such a bundle is most of a repository's bytes, and its nodes are of no other use. What is not
/// laid out as controller-gen and `flux install` write it tells nothing.
enum ServedVersions {
    /// One set for each such definition in a text.
    static func versions(in source: [UInt8]) -> [Set<String>] {
        var found: [Set<String>] = []
        var start = 0
        while let name = source.offset(of: definition, from: start) {
            let end = source.offset(of: separator, from: name) ?? source.count
            let served = served(in: source[name..<end])
            if !served.isEmpty { found.append(served) }
            start = end
        }
        return found
    }

    private static let definition = Array("\n  name: imagepolicies.image.toolkit.fluxcd.io".utf8)
    private static let separator = Array("\n---".utf8)

    /// The members of an item of `versions` are indented by four columns and sorted by their names.
    private static func served(in definition: ArraySlice<UInt8>) -> Set<String> {
        var served: Set<String> = []
        var version: String?
        for line in definition.split(separator: 0x0A) where line.count < 64 {
            let text = String(decoding: line, as: UTF8.self)
            if let name = text.value(behind: "    name: v") ?? text.value(behind: "  - name: v") {
                version = "v" + name
            } else if text.value(behind: "    served: ") == "true", let name = version {
                served.insert(name)
            }
        }
        return served
    }
}

extension String {
    fileprivate func value(behind beginning: String) -> String? {
        guard utf8.starts(with: beginning.utf8) else { return nil }
        let rest = utf8.dropFirst(beginning.utf8.count)
        return String(decoding: rest.filter { $0 != 0x20 && $0 != 0x0D }, as: UTF8.self)
    }
}

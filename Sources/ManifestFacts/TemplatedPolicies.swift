import SourceText
import YAMLSyntax

/// Finds ImagePolicies that are not objects of the repository yet: nested in the templates of a
/// ResourceSet, in text, or in files that only a renderer can read.
enum TemplatedPolicies {
    /// The names in a stream, beyond those of its own objects.
    static func names(in stream: YAMLStream, objects: [ObjectFact]) -> [NamePattern] {
        var search = TemplatedPolicySearch(declared: Set(objects.map(\.span)))
        for document in stream.documents { search.visit(document.root) }
        return search.names
    }

    /// The names in a text that mentions the kind: in each document that does, every `name:`.
    ///
    /// More names than there are policies, so that nothing is called missing that may be there.
    static func names(inText text: String) -> [NamePattern] {
        var names: [NamePattern] = []
        var found: [NamePattern] = []
        var isPolicy = false
        func endDocument() {
            if isPolicy { names += found.isEmpty ? [NamePattern("{{}}")] : found }
            found = []
            isPolicy = false
        }
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("---") { endDocument() }
            let words = line.split { " \t-\"'".contains($0) }
            if words.first == "kind:", words.count > 1, words[1] == "ImagePolicy" {
                isPolicy = true
            } else if words.first == "name:" {
                let value = line.drop { $0 != ":" }.dropFirst()
                found.append(NamePattern(value.filter { !"\"' \t".contains($0) }))
            }
        }
        endDocument()
        return names
    }
}

private struct TemplatedPolicySearch {
    let declared: Set<SourceSpan>
    private(set) var names: [NamePattern] = []

    init(declared: Set<SourceSpan>) {
        self.declared = declared
    }

    mutating func visit(_ node: YAMLNode) {
        switch node.kind {
        case .scalar:
            guard let style = node.scalarStyle, style == .literal || style == .folded,
                let bytes = node.textBytes, bytes.firstIndex(of: "ImagePolicy") != nil
            else { return }
            names += TemplatedPolicies.names(inText: String(decoding: bytes, as: UTF8.self))
        case .sequence:
            for item in node.items { visit(item) }
        case .mapping:
            if node["kind"]?.hasText("ImagePolicy") == true {
                visitPolicy(node)
            } else {
                for (_, value) in node.pairs { visit(value) }
            }
        case .alias: break
        }
    }

    private mutating func visitPolicy(_ node: YAMLNode) {
        guard !declared.contains(node.span), let name = node["metadata"]?.string("name") else {
            return
        }
        names.append(NamePattern(name))
    }
}

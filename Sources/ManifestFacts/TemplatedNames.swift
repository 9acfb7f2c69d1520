import SourceText
import YAMLSyntax

/// Finds objects of one kind that are none of the repository yet: nested in the templates of a
/// ResourceSet, in text, or in files that only a renderer can read.
struct TemplatedNames {
    let kind: String

    /// The names in a stream, beyond those of its own objects.
    func names(in stream: YAMLStream, objects: [ObjectFact]) -> [NamePattern] {
        guard stream.source.contains(word: Array(kind.utf8)) else { return [] }
        var search = TemplatedNameSearch(of: self, declared: Set(objects.map(\.span)))
        for document in stream.documents { search.visit(document.root) }
        return search.names
    }

    /// The names in a text that mentions the kind: in each document that does, every `name:`.
    ///
    /// More names than there are objects, so that nothing is called missing that may be there.
    func names(inText text: String) -> [NamePattern] {
        var names: [NamePattern] = []
        var found: [NamePattern] = []
        var isMeant = false
        func endDocument() {
            if isMeant { names += found.isEmpty ? [NamePattern("{{}}")] : found }
            found = []
            isMeant = false
        }
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("---") { endDocument() }
            let words = line.split { " \t-\"'".contains($0) }
            if words.first == "kind:", words.count > 1, words[1] == kind {
                isMeant = true
            } else if words.first == "name:" {
                let value = line.drop { $0 != ":" }.dropFirst()
                found.append(NamePattern(value.filter { !"\"' \t".contains($0) }))
            }
        }
        endDocument()
        return names
    }
}

private struct TemplatedNameSearch {
    private let wanted: TemplatedNames
    private let declared: Set<SourceSpan>
    private(set) var names: [NamePattern] = []

    init(of wanted: TemplatedNames, declared: Set<SourceSpan>) {
        self.wanted = wanted
        self.declared = declared
    }

    mutating func visit(_ node: YAMLNode) {
        switch node.kind {
        case .scalar:
            guard let style = node.scalarStyle, style == .literal || style == .folded,
                let bytes = node.textBytes, bytes.firstIndex(of: wanted.kind) != nil
            else { return }
            names += wanted.names(inText: String(decoding: bytes, as: UTF8.self))
        case .sequence:
            for item in node.items { visit(item) }
        case .mapping:
            if node["kind"]?.hasText(wanted.kind) == true {
                visitObject(node)
            } else {
                for (_, value) in node.pairs { visit(value) }
            }
        case .alias: break
        }
    }

    private mutating func visitObject(_ node: YAMLNode) {
        guard !declared.contains(node.span), let name = node["metadata"]?.string("name") else {
            return
        }
        names.append(NamePattern(name))
    }
}

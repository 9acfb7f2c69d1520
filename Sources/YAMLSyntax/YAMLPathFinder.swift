/// Finds the document and the path of nodes in one text.
///
/// Cost: one pass over the items of each list that contains such a node, once for all nodes.
package struct YAMLPathFinder {
    /// In bytes; the start of a longer path is cut off, because keys may be as long as a file.
    private static let lengthLimit = 4096

    private var itemNumbers: [Int: [Int: Int]] = [:]
    private var documentNumbers: [Int: Int] = [:]

    package init() {}

    /// Returns a path such as `.spec.containers[0].image`; for a key, the path of its value.
    package mutating func path(of node: YAMLNode) -> String {
        var path = ""
        var node = node
        while let parent = node.parent, path.utf8.count <= Self.lengthLimit {
            path = step(to: node, in: parent) + path
            node = parent
        }
        return path.utf8.count <= Self.lengthLimit ? path : "…" + path
    }

    /// Returns the 0-based number of the node's document, without counting empty ones.
    package mutating func document(of node: YAMLNode) -> Int {
        if documentNumbers.isEmpty { numberDocuments(of: node.tree) }
        var row = node.index
        while node.tree.rows[row].parent >= 0 { row = Int(node.tree.rows[row].parent) }
        return documentNumbers[row] ?? 0
    }

    private mutating func step(to node: YAMLNode, in parent: YAMLNode) -> String {
        guard parent.kind == .sequence else {
            let name = (node.isKey ? node : node.key)?.textBytes?.prefix(Self.lengthLimit)
            return "." + String(decoding: name ?? [], as: UTF8.self)
        }
        if itemNumbers[parent.index] == nil {
            var numbers: [Int: Int] = [:]
            for (number, item) in parent.items.enumerated() { numbers[item.index] = number }
            itemNumbers[parent.index] = numbers
        }
        return "[\(itemNumbers[parent.index]?[node.index] ?? 0)]"
    }

    private mutating func numberDocuments(of tree: YAMLTree) {
        var row = 0
        var number = 0
        while row < tree.rows.count {
            documentNumbers[row] = number
            if !YAMLNode(tree: tree, index: row).isEmptyDocument { number += 1 }
            row = Int(tree.rows[row].end)
        }
    }
}

extension YAMLNode {
    /// Whether the document is empty or `null`, which kustomize ignores.
    fileprivate var isEmptyDocument: Bool {
        guard kind == .scalar, scalarStyle == .plain, tag == nil, let text else { return false }
        return plainScalarType(of: text, schema: .yaml12) == .null
    }
}

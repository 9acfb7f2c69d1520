extension YAMLStream {
    /// Whether this text equals a former one except for new texts of some scalars.
    ///
    /// `texts` maps nodes of the former text, at least one, to their new texts. The comparison is
    /// by content: nodes with their tags, texts and targets of aliases.
    package func hasReplaced(_ texts: [YAMLNode: String]) -> Bool {
        guard let former = texts.first?.key.tree, tree.rows.count == former.rows.count else {
            return false
        }
        let replaced = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.index, $0.value) })
        return tree.rows.indices.allSatisfy { index in
            guard tree.hasShape(of: former, at: index) else { return false }
            let text = YAMLNode(tree: tree, index: index).textBytes
            if let expected = replaced[index] { return text?.elementsEqual(expected.utf8) ?? false }
            return text == YAMLNode(tree: former, index: index).textBytes
                || tree.rows[index].kind == .alias
        }
    }
}

extension YAMLTree {
    /// Whether both texts have the same kind of node in the same place at a row.
    fileprivate func hasShape(of other: YAMLTree, at index: Int) -> Bool {
        let (new, old) = (rows[index], other.rows[index])
        return new.kind == old.kind && new.end == old.end && new.parent == old.parent
            && new.isKey == old.isKey && new.target(of: index) == old.target(of: index)
            && tags[index] == other.tags[index]
    }
}

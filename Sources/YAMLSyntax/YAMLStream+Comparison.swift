extension YAMLStream {
    /// Whether this text says the same as the one that some of its scalars were given new texts in.
    ///
    /// `texts` holds nodes of the former text, at least one, with their new texts. What is compared
    /// is what a reader makes of it: the nodes with their tags, their texts, what aliases stand for.
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
    /// Whether two texts have nodes of one kind in one place at a row.
    fileprivate func hasShape(of other: YAMLTree, at index: Int) -> Bool {
        let (new, old) = (rows[index], other.rows[index])
        return new.kind == old.kind && new.end == old.end && new.parent == old.parent
            && new.isKey == old.isKey && new.target(of: index) == old.target(of: index)
            && tags[index] == other.tags[index]
    }
}

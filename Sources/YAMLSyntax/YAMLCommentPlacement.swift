import SourceText

extension YAMLStream {
    /// Groups `comments`, all comments of this stream, into blocks with their places, in order.
    package func blocks(of comments: [YAMLComment]) -> [YAMLCommentBlock] {
        let locator = YAMLCommentLocator(source: source, tree: tree)
        var blocks: [YAMLCommentBlock] = []
        var pending: [YAMLComment] = []
        for comment in comments {
            if let last = pending.last, !locator.isNextLine(last, comment) {
                blocks.append(locator.block(onOwnLines: pending))
                pending = []
            }
            if comment.isAlone {
                pending.append(comment)
            } else {
                blocks.append(
                    YAMLCommentBlock(
                        comments: [comment], placement: locator.placement(trailing: comment),
                        isDetached: false))
            }
        }
        if !pending.isEmpty { blocks.append(locator.block(onOwnLines: pending)) }
        return blocks
    }
}

/// Determines the place of a comment from the bytes and nodes around it.
private struct YAMLCommentLocator {
    let source: [UInt8]
    let tree: YAMLTree

    func isNextLine(_ first: YAMLComment, _ second: YAMLComment) -> Bool {
        guard second.isAlone else { return false }
        let between = source[first.span.upperBound..<second.span.lowerBound]
        let feeds = between.count { $0 == 0x0A }
        let returns = between.count { $0 == 0x0D }
        return max(feeds, returns) == 1
    }

    // MARK: Trailing comments

    func placement(trailing comment: YAMLComment) -> YAMLCommentPlacement {
        let start = comment.span.lowerBound
        guard let last = lastByte(before: start) else { return .undetermined }
        if let leaf = leaf(at: last) { return placement(after: leaf) }
        switch source[last] {
        case UInt8(ascii: ","): return placement(afterCommaAt: last)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): return .onCollection
        case UInt8(ascii: ":"): return placement(afterColonAt: last, comment: start)
        case UInt8(ascii: "-"):
            return isDocumentMarker(endingAt: last)
                ? .onDocumentMarker : placement(afterDashAt: last)
        default: return .undetermined
        }
    }

    private func placement(after leaf: YAMLNode) -> YAMLCommentPlacement {
        if leaf.kind == .alias { return .onAlias }
        return leaf.isKey ? .undetermined : .line(leaf)
    }

    private func placement(afterCommaAt comma: Int) -> YAMLCommentPlacement {
        guard let last = lastByte(before: comma) else { return .undetermined }
        if let leaf = leaf(at: last) { return placement(after: leaf) }
        return [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(source[last])
            ? .onCollection : .undetermined
    }

    private func placement(
        afterColonAt colon: Int, comment: Int
    ) -> YAMLCommentPlacement {
        // The key is the last node that ends before the colon; its value is the node after it.
        guard
            let key = node(lastStartingBefore: colon, where: { $0.isKey && $0.row.upper <= colon })
        else { return .undetermined }
        let value = YAMLNode(tree: tree, index: Int(key.row.end))
        switch value.kind {
        case .alias: return .onAlias
        case .mapping, .sequence:
            return value.collectionStyle == .block ? .onKeyOfCollection : .undetermined
        case .scalar:
            return value.span.lowerBound > comment ? .onKeyBeforeValue(value) : .onKeyWithoutValue
        }
    }

    private func placement(afterDashAt dash: Int) -> YAMLCommentPlacement {
        guard let item = firstNode(startingAfter: dash), item.parent?.kind == .sequence else {
            return .undetermined
        }
        // The comment belongs to the next node in the text: for a nested list, its first item.
        var items = item.items
        if item.kind == .sequence, item.collectionStyle == .block, let first = items.next() {
            return placement(ofHeadOf: first)
        }
        return placement(ofHeadOf: item)
    }

    private func isDocumentMarker(endingAt last: Int) -> Bool {
        last >= 2 && source[last - 2...last].elementsEqual("---".utf8)
            && (last == 2 || source[last - 3].isYAMLLineBreak)
    }

    // MARK: Comments on lines of their own

    func block(onOwnLines comments: [YAMLComment]) -> YAMLCommentBlock {
        YAMLCommentBlock(
            comments: comments, placement: placement(onOwnLines: comments),
            isDetached: comments.last.map { isBlankLine(after: $0.span.upperBound) } ?? false)
    }

    private func placement(onOwnLines comments: [YAMLComment]) -> YAMLCommentPlacement {
        guard let first = comments.first, let last = comments.last else { return .undetermined }
        let next = firstContent(after: last.span.upperBound)
        let below = YAMLCommentPlacement.below(scalar(endingAbove: first))
        guard next < source.count, !isMarkerLine(at: next) else { return below }
        if source[next] == UInt8(ascii: "#") { return .undetermined }
        let isFollowing = !isBlankLine(before: first.span.lowerBound)
        let isDetached = isBlankLine(after: last.span.upperBound)
        if let item = firstNode(startingAfter: next), isDash(at: next) {
            let isHead = isHead(first, ofItem: item, dash: next, isBelow: isFollowing && isDetached)
            return isHead ? placement(ofHeadOf: item) : below
        }
        let isDeeper = column(of: first.span.lowerBound) > column(of: next)
        let isBelow = isFollowing && (isDetached || isDeeper)
        guard let node = leaf(startingAt: next) else { return .undetermined }
        guard let parent = node.parent, parent.collectionStyle == .block else {
            return .undetermined
        }
        if node.isKey { return isBelow ? below : .aboveKey(node) }
        guard node.kind == .scalar, let key = node.key,
            key.span.upperBound < first.span.lowerBound
        else { return .undetermined }
        return .aboveValue(node)
    }

    private func scalar(endingAbove comment: YAMLComment) -> YAMLNode? {
        guard let end = endOfLine(before: comment.span.lowerBound),
            let last = lastByte(before: end), let leaf = leaf(at: last)
        else { return nil }
        return leaf.kind == .scalar && !leaf.isKey ? leaf : nil
    }

    private func leaf(startingAt offset: Int) -> YAMLNode? {
        guard let leaf = node(lastStartingBefore: offset + 1, where: { $0.isLeaf }) else {
            return nil
        }
        return leaf.span.lowerBound == offset ? leaf : nil
    }

    /// Whether go-yaml attaches comments above a dash to the item, and not to the node that ends
    /// above them.
    private func isHead(
        _ comment: YAMLComment, ofItem item: YAMLNode, dash: Int, isBelow: Bool
    ) -> Bool {
        let start = comment.span.lowerBound
        guard let list = item.parent,
            var previous = node(lastStartingBefore: start, where: { _ in true }),
            previous.index > list.index
        else { return true }
        while let parent = previous.parent, parent.index > list.index { previous = parent }
        // After a block collection the column decides to which list a comment belongs.
        let isBlock =
            (previous.kind == .mapping || previous.kind == .sequence)
            && previous.collectionStyle == .block
        return !isBelow && (!isBlock || column(of: start) == column(of: dash))
    }

    private func placement(ofHeadOf item: YAMLNode) -> YAMLCommentPlacement {
        switch item.kind {
        case .scalar: item.span.isEmpty ? .undetermined : .head(item)
        case .alias: .onAlias
        case .mapping, .sequence: .aboveCollectionItem
        }
    }

    private func isDash(at offset: Int) -> Bool {
        source[offset] == UInt8(ascii: "-")
            && (offset + 1 == source.count || source[offset + 1].isYAMLWhitespace)
    }

    private func isMarkerLine(at offset: Int) -> Bool {
        guard offset == 0 || source[offset - 1].isYAMLLineBreak else { return false }
        let mark = source[offset...].prefix(3)
        return mark.elementsEqual("---".utf8) || mark.elementsEqual("...".utf8)
    }

    // MARK: Bytes

    private func lastByte(before offset: Int) -> Int? {
        var last = offset - 1
        while last >= 0, source[last].isYAMLBlank { last -= 1 }
        return last < 0 || source[last].isYAMLLineBreak ? nil : last
    }

    private func firstContent(after offset: Int) -> Int {
        var next = offset
        while next < source.count, source[next].isYAMLWhitespace { next += 1 }
        return next
    }

    private func column(of offset: Int) -> Int {
        var start = offset
        while start > 0, !source[start - 1].isYAMLLineBreak { start -= 1 }
        return offset - start
    }

    /// The end of the line before the one that contains `offset`, without its line break.
    private func endOfLine(before offset: Int) -> Int? {
        let start = offset - column(of: offset)
        guard start > 0 else { return nil }
        let isPair = start > 1 && source[start - 1] == 0x0A && source[start - 2] == 0x0D
        return start - (isPair ? 2 : 1)
    }

    /// Whether the line before the one that contains `offset` is blank or absent.
    private func isBlankLine(before offset: Int) -> Bool {
        endOfLine(before: offset).flatMap(lastByte) == nil
    }

    /// Whether the line after the one that contains `offset` is blank.
    private func isBlankLine(after offset: Int) -> Bool {
        var next = offset
        var breaks = 0
        while next < source.count, source[next].isYAMLWhitespace {
            if source[next] == 0x0A { breaks += 1 }
            next += 1
        }
        return breaks > 1
    }

    // MARK: Nodes

    /// The scalar or alias whose last byte is at `offset`, or the block scalar whose header
    /// contains it.
    private func leaf(at offset: Int) -> YAMLNode? {
        guard let leaf = node(lastStartingBefore: offset + 1, where: { $0.isLeaf }) else {
            return nil
        }
        if leaf.row.upper == offset + 1 { return leaf }
        let isBlock = leaf.row.scalarStyle == .literal || leaf.row.scalarStyle == .folded
        return isBlock && leaf.row.upper > offset ? leaf : nil
    }

    private func firstNode(startingAfter offset: Int) -> YAMLNode? {
        let index = firstRow { Int($0.lower) > offset }
        return index < tree.rows.count ? YAMLNode(tree: tree, index: index) : nil
    }

    private func node(
        lastStartingBefore offset: Int, where isWanted: (YAMLNode) -> Bool
    ) -> YAMLNode? {
        var index = firstRow { Int($0.lower) >= offset } - 1
        while index >= 0 {
            let node = YAMLNode(tree: tree, index: index)
            if isWanted(node) { return node }
            index -= 1
        }
        return nil
    }

    /// The first row that satisfies a threshold, by binary search: rows ascend by their start.
    private func firstRow(where isBeyond: (YAMLTree.Row) -> Bool) -> Int {
        var low = 0
        var high = tree.rows.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(tree.rows[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension YAMLNode {
    fileprivate var isLeaf: Bool {
        (row.kind == .scalar && !span.isEmpty) || row.kind == .alias
    }
}

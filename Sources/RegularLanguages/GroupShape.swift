/// The possible texts of a group, or of any piece of a pattern, in tags.
///
/// Derived from the piece alone, without its surroundings, so a superset of the actual texts.
package struct GroupShape: Hashable, Sendable {
    /// The characters that can occur.
    package let characters: ASCIISet
    package let minimumWidth: Int
    /// Nil if unlimited.
    package let maximumWidth: Int?

    /// Whether the text consists of digits, at least one.
    package var isNumeric: Bool { minimumWidth > 0 && characters.isSubset(of: .digits) }
    package var canBeEmpty: Bool { minimumWidth == 0 }

    fileprivate init(_ characters: ASCIISet, _ minimumWidth: Int, _ maximumWidth: Int?) {
        self.characters = characters
        self.minimumWidth = minimumWidth
        self.maximumWidth = maximumWidth
    }
}

extension PatternNode {
    /// The shape of the text that this piece matches; nil if no tag can contain it.
    package var shape: GroupShape? {
        switch kind {
        case .empty, .assertion: return GroupShape(ASCIISet(), 0, 0)
        case .literal, .anyScalar, .set:
            let usable = (characters?.ascii ?? ASCIISet()).intersection(TagUniverse.characters)
            return usable.isEmpty ? nil : GroupShape(usable, 1, 1)
        case .capture(_, _, let inner): return inner.shape
        case .sequence(let pieces):
            var result = GroupShape(ASCIISet(), 0, 0)
            for piece in pieces {
                guard let shape = piece.shape else { return nil }
                result = result.followed(by: shape)
            }
            return result
        case .choice(let pieces):
            let shapes = pieces.compactMap(\.shape)
            return shapes.dropFirst().reduce(shapes.first) { $0?.or($1) }
        case .repetition(let inner, let count):
            guard count.maximum != 0, let shape = inner.shape else {
                return count.minimum == 0 ? GroupShape(ASCIISet(), 0, 0) : nil
            }
            return shape.repeated(count)
        }
    }

    /// Whether the group takes part in every match of this piece, possibly with an empty text.
    package func alwaysSets(group number: Int) -> Bool {
        switch kind {
        case .empty, .literal, .anyScalar, .set, .assertion: false
        case .capture(number, _, _): true
        case .capture(_, _, let inner): inner.alwaysSets(group: number)
        case .sequence(let pieces): pieces.contains { $0.alwaysSets(group: number) }
        case .choice(let pieces): pieces.allSatisfy { $0.alwaysSets(group: number) }
        case .repetition(let inner, let count):
            count.minimum > 0 && inner.alwaysSets(group: number)
        }
    }
}

extension GroupShape {
    fileprivate func followed(by other: GroupShape) -> GroupShape {
        GroupShape(
            characters.union(other.characters), minimumWidth + other.minimumWidth,
            Self.combined(maximumWidth, other.maximumWidth, by: +))
    }

    fileprivate func or(_ other: GroupShape) -> GroupShape {
        GroupShape(
            characters.union(other.characters), min(minimumWidth, other.minimumWidth),
            Self.combined(maximumWidth, other.maximumWidth, by: max))
    }

    fileprivate func repeated(_ count: Repetition) -> GroupShape {
        let maximum =
            maximumWidth == 0 ? 0 : Self.combined(maximumWidth, count.maximum, by: *)
        return GroupShape(characters, minimumWidth * count.minimum, maximum)
    }

    private static func combined(
        _ left: Int?, _ right: Int?, by operation: (Int, Int) -> Int
    ) -> Int? {
        guard let left, let right else { return nil }
        return operation(left, right)
    }
}

extension Pattern {
    /// Returns the shape of a group's text if the group takes part in a match; nil if there is no
    /// such group, or if no tag can contain its text.
    package func shape(ofGroup number: Int) -> GroupShape? {
        number == 0 ? root.shape : root.group(number)?.shape
    }
}

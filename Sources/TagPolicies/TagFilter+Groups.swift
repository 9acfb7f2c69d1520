package import RegularLanguages

extension TagFilter {
    /// The group whose text is the value; nil if the value is the whole tag or has several parts.
    package var comparedGroup: PatternNode? {
        guard let extract, extract.pieces.count == 1, let piece = extract.pieces.first else {
            return nil
        }
        switch piece.part {
        case .text: return nil
        case .group(let number): return pattern.root.group(number)
        case .name(let name):
            let numbers = pattern.groups(named: name)
            return numbers.count == 1 ? pattern.root.group(numbers[0]) : nil
        }
    }

    /// Whether the pattern alone proves that every value consists of digits.
    package var givesDigitsOnly: Bool {
        guard let group = comparedGroup, case .capture(let number, _, _) = group.kind else {
            return false
        }
        return pattern.root.alwaysSets(group: number) && group.shape?.isNumeric == true
    }
}

package import RegularLanguages

extension TagFilter {
    /// The one group whose text is the value; nil where the whole tag is, or several pieces.
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

    /// Whether it shows from the pattern alone that every value is digits.
    package var givesDigitsOnly: Bool {
        guard let group = comparedGroup, case .capture(let number, _, _) = group.kind else {
            return false
        }
        return pattern.root.alwaysSets(group: number) && group.shape?.isNumeric == true
    }
}

import RegularLanguages
import TagPolicies

extension TagFilter {
    /// The condition on a tag, as the end of a sentence.
    func words(_ sketch: LanguageSketch) -> String {
        if let words = pattern.words(pointingOut: numberedGroups) { return words }
        let involved = "match the pattern, which is too involved for words"
        return sketch.prefix.isEmpty ? involved : "\(involved); all begin with `\(sketch.prefix)`"
    }

    /// The value that the template makes of a tag; nil if the whole tag is compared.
    func valueWords(template: String) -> String? {
        guard let extract else { return nil }
        let missing = extract.pieces.compactMap { missingGroup($0.part) }.first
        if let missing {
            return "`\(template)`, in which `\(missing)` is not a group and gives nothing"
        }
        guard extract.pieces.count == 1 else { return "`\(template)`, filled in" }
        switch extract.pieces[0].part {
        case .text: return "`\(template)` for every tag"
        case .group(0): return "what the whole pattern took"
        case .group(let number):
            return "the group " + (pattern.groupNames[number].map { "`\($0)`" } ?? "\(number)")
        case .name(let name): return "the group `\(name)`"
        }
    }

    private var numberedGroups: Set<Int> {
        Set(
            (extract?.pieces ?? []).compactMap { piece in
                if case .group(let number) = piece.part { number } else { nil }
            })
    }

    private func missingGroup(_ part: ExpansionTemplate.Part) -> String? {
        switch part {
        case .text: nil
        case .group(let number): number < pattern.groupNames.count ? nil : "$\(number)"
        case .name(let name): pattern.groups(named: name).isEmpty ? "$\(name)" : nil
        }
    }
}

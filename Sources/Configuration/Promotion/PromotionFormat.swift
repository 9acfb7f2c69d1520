import RegularLanguages
import SourceText
import YAMLSyntax

extension Format<Pattern> {
    /// A pattern whose groups are what counts of a match.
    static let identityPattern = Format(
        "a regular expression with groups", schema: pattern.schema
    ) { node, decoding in
        guard let read = pattern.decode(node, &decoding) else { return nil }
        if read.groupNames.count > 1 { return read }
        decoding.report(.patternWithoutGroups(read.source), at: node.span)
        return nil
    }
}

extension Format<ExpansionTemplate> {
    static let template = text("a tag with groups such as `production-$1`") {
        text throws(TextFault) in ExpansionTemplate(text)
    }
}

/// Checks that compare templates of tags with the pattern whose groups they name.
enum PromotionChecks {
    static func report(_ entries: ConfigurationEntries?, _ decoding: inout Decoding) {
        let pattern = entries?.promotion?.value
        // A pattern that is there but invalid is reported already.
        if entries?.promotion != nil, pattern == nil { return }
        for template in entries?.environments?.value.compactMap(\.value.promotedTag) ?? [] {
            guard let span = template.span, !decoding.isOver else { continue }
            guard let pattern else {
                decoding.report(.templateWithoutPattern, at: span)
                continue
            }
            for name in template.value.missingGroups(of: pattern.value) {
                decoding.report(.missingGroup(name), at: span)
            }
        }
    }
}

extension ExpansionTemplate {
    /// The groups that the template names and a pattern does not have, as written.
    fileprivate func missingGroups(of pattern: Pattern) -> [String] {
        pieces.compactMap { piece in
            switch piece.part {
            case .text: nil
            case .group(let number): number < pattern.groupNames.count ? nil : String(number)
            case .name(let name): pattern.groups(named: name).isEmpty ? name : nil
            }
        }
    }
}

import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Flags `extract` templates that name no group of the pattern.
struct PolicyExtractInvalid: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let extract = policy.extract, let fault = ExtractFault(of: policy) else { return nil }
        let fix = fault.correction.flatMap { correction in
            extract.editWritten(to: correction).map {
                Fix(isSafe: true, description: "write `\(correction)`", edits: [$0])
            }
        }
        return finding(fault.message, at: extract.all, in: extract, of: policy, fix: fix)
    }
}

/// A fault in a policy's extraction template.
struct ExtractFault {
    let message: String
    /// The template that was evidently intended.
    let correction: String?

    /// Nil for a template that is valid or not known.
    init?(of policy: LinkedPolicy) {
        guard case .success(let filter?)? = policy.reading.filter, let extract = policy.extract
        else { return nil }
        if let name = extract.substitutedGroup(of: filter.pattern) {
            let result = extract.text.isEmpty ? "nothing" : "`\(extract.text)`"
            message =
                "Flux substitutes variables here and takes `${\(name)}` for one, which leaves "
                + "\(result) of `\(extract.written)`: write `$\(name)` or `$${\(name)}`"
            correction = extract.written == "${\(name)}" ? "$\(name)" : nil
            return
        }
        guard let template = filter.extract else { return nil }
        let text = extract.text
        let references = template.pieces.filter { !$0.part.isText }
        guard !references.isEmpty else {
            message =
                "`\(text)` names no group, so every tag has this same value and Flux cannot order them: "
                + "write `$name` for a group of the pattern"
            correction =
                text == extract.written ? Self.reference(from: text, in: filter.pattern) : nil
            return
        }
        guard let wrong = references.first(where: { !filter.pattern.has($0.part) }) else {
            return nil
        }
        switch wrong.part {
        case .group(let number):
            message = "the pattern has no group \(number), so `$\(number)` is empty"
        case .name(let name):
            message = "the pattern has no group `\(name)`, so `$\(name)` is empty"
        case .text: return nil
        }
        correction =
            text != extract.written || text.contains("$$")
            ? nil : Self.correction(of: wrong, in: text, filter.pattern)
    }

    /// A reference to the group that a text without `$` evidently means: `ts`, `\1`, `{ts}`.
    private static func reference(from text: String, in pattern: Pattern) -> String? {
        let name = text.filter { !"\\{}()<>%".contains($0) }
        let reference = ExpansionTemplate("${\(name)}").pieces.first?.part
        guard let reference, !reference.isText, pattern.has(reference) else { return nil }
        return "$\(name)"
    }

    /// Adds braces to a name that runs into the text behind it, or replaces an unknown name by the
    /// only name that the pattern has.
    private static func correction(
        of wrong: ExpansionTemplate.Piece, in text: String, _ pattern: Pattern
    ) -> String? {
        let bytes = Array(text.utf8)
        let written = String(decoding: bytes[wrong.range], as: UTF8.self)
        let names = pattern.groupNames.compactMap(\.self)
        let numbers = (1..<max(1, pattern.groupNames.count)).map { "\($0)" }
        let swallowed = (names + numbers).filter { written.hasPrefix("$" + $0) }
            .max { $0.utf8.count < $1.utf8.count }
        let meant: String
        if let swallowed {
            meant = "${\(swallowed)}" + written.dropFirst(1 + swallowed.count)
        } else if names.count == 1, case .name = wrong.part {
            meant = wrong.range.upperBound == bytes.count ? "$\(names[0])" : "${\(names[0])}"
        } else {
            return nil
        }
        return String(decoding: bytes[..<wrong.range.lowerBound], as: UTF8.self) + meant
            + String(decoding: bytes[wrong.range.upperBound...], as: UTF8.self)
    }
}

extension ExpansionTemplate.Part {
    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }
}

extension Pattern {
    fileprivate func has(_ part: ExpansionTemplate.Part) -> Bool {
        switch part {
        case .text: true
        case .group(let number): groupNames.indices.contains(number)
        case .name(let name): !groups(named: name).isEmpty
        }
    }
}

extension PolicyText {
    /// The group that the text names as `${name}`, if Flux substituted a variable of that name.
    fileprivate func substitutedGroup(of pattern: Pattern) -> String? {
        guard isKnown, text != written else { return nil }
        let left = Set(ExpansionTemplate(text).groupNames)
        return ExpansionTemplate(written).groupNames.first { name in
            !left.contains(name) && written.contains("${\(name)}")
                && !pattern.groups(named: name).isEmpty
        }
    }
}

extension ExpansionTemplate {
    fileprivate var groupNames: [String] {
        pieces.compactMap { piece in
            if case .name(let name) = piece.part { name } else { nil }
        }
    }
}

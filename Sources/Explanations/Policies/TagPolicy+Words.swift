import RegularLanguages
import SemanticVersions
import SourceText
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

extension TagPolicy {
    /// Which of the tags that are considered wins, as in "the largest number in the group `ts`".
    func words(template: String) -> String {
        let value = filter?.valueWords(template: template)
        let place = value.map { " in \($0)" } ?? ""
        return switch ordering {
        case .semver(let constraint):
            "the highest version\(place) of the range `\(constraint.text)`: \(constraint.words)"
        case .numerical(.ascending): "the largest number\(place)"
        case .numerical(.descending): "the smallest number\(place)"
        case .alphabetical(.ascending): "the last by bytes\(place)"
        case .alphabetical(.descending): "the first by bytes\(place)"
        }
    }
}

extension VersionConstraint {
    /// The versions that satisfy the constraint, for people:
    /// `versions from 1.0.0, below 2.0.0 (no pre-releases)`.
    var words: String {
        groups.map(\.words).joined(separator: "; or ")
    }
}

extension VersionConstraint.Group {
    fileprivate var words: String {
        let texts = regions.compactMap { $0.words(withPreReleases: admitsPreReleases) }
        if texts.isEmpty { return "no version, as the comparisons exclude each other" }
        let versions =
            texts == [""] ? "all versions" : "versions " + texts.joined(separator: ", or ")
        return versions + (admitsPreReleases ? " (pre-releases too)" : " (no pre-releases)")
    }
}

extension VersionRegion {
    /// Empty for all versions; nil where pre-releases are all that is left, and do not count.
    fileprivate func words(withPreReleases: Bool) -> String? {
        if excludedPreReleases.contains(""), !withPreReleases { return nil }
        var words = [interval.words(withPreReleases: withPreReleases)]
        if withPreReleases, !excludedPreReleases.isEmpty {
            let excluded = excludedPreReleases.sorted { $0.bytesPrecede($1) }
                .map { $0.isEmpty ? "that are releases" : "that end with `-\($0)`" }
            words.append("except those " + excluded.joined(separator: " or "))
        }
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension VersionInterval {
    fileprivate func words(withPreReleases: Bool) -> String {
        if case .before(let only) = lower, upper == .after(only) { return "equal to \(only.text)" }
        let least = lower.map { cut in
            switch cut {
            case .before(let bound): "from \(bound.boundWords(withPreReleases: withPreReleases))"
            case .after(let bound): "above \(bound.text)"
            }
        }
        let most = upper.map { cut in
            switch cut {
            case .before(let bound): "below \(bound.boundWords(withPreReleases: withPreReleases))"
            case .after(let bound): "up to \(bound.text)"
            }
        }
        return [least, most].compactMap(\.self).joined(separator: ", ")
    }
}

extension Precedence {
    /// The pre-release `0`, the lowest of all, mostly marks the edge of a series, where it is not
    /// written.
    fileprivate func boundWords(withPreReleases: Bool) -> String {
        guard preRelease == "0" else { return text }
        let release = Precedence(major: major, minor: minor, patch: patch).text
        return withPreReleases ? "\(release) and its pre-releases" : release
    }
}

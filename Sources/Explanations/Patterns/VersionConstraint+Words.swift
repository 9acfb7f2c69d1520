import SemanticVersions
import SourceText

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

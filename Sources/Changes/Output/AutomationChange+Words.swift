import Reports

extension AutomationChange {
    /// The effects of the change, a clause each; texts of the repository stand in back-ticks.
    var words: [String] {
        [effectWords].compactMap(\.self) + differences.map(\.words)
            + Self.words(begun, "begins to write") + Self.words(ended, "no longer writes")
    }

    private var effectWords: String? {
        switch effect {
        case .added: "is added, and writes \(counted(markerCount, "marker"))"
        case .removed: "is removed"
        case .suspended: "is suspended, and writes nothing from then on"
        case .resumed: "is resumed, and writes \(counted(markerCount, "marker")) again"
        case .changed: nil
        }
    }

    private static let shownLimit = 5

    private static func words(_ markers: [CoveredMarker], _ verb: String) -> [String] {
        guard !markers.isEmpty else { return [] }
        let shown = markers.prefix(shownLimit).map { "`\($0.marker)` in `\($0.path)`" }
        let more = markers.count - shown.count
        return [
            "\(verb) \(shown.joined(separator: ", "))" + (more > 0 ? " and \(more) more" : "")
        ]
    }
}

extension AutomationChange.Difference {
    fileprivate var words: String {
        let (old, new) = (former.map { "`\($0)`" }, latter.map { "`\($0)`" })
        return "\(field): \(old ?? "none") → \(new ?? "none")"
    }
}

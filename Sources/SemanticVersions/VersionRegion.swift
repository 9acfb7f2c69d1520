/// The versions of an interval, save those with one of some pre-releases.
package struct VersionRegion: Hashable, Sendable {
    package let interval: VersionInterval
    /// In no order, without repetition; the empty one stands for releases.
    package let excludedPreReleases: Set<String>

    package init(_ interval: VersionInterval, excluding preReleases: Set<String> = []) {
        self.interval = interval
        excludedPreReleases = preReleases
    }

    package func contains(_ precedence: Precedence) -> Bool {
        interval.contains(precedence) && !excludedPreReleases.contains(precedence.preRelease)
    }
}

extension VersionConstraint.Group {
    /// What all comparisons accept, as regions without overlap; whether pre-releases count at all
    /// is for `admitsPreReleases` to say.
    package var regions: [VersionRegion] {
        comparisons.reduce([VersionRegion(VersionInterval())]) { regions, comparison in
            regions.flatMap { $0.intersection(comparison.accepted) }
        }
    }
}

extension VersionRegion {
    fileprivate func intersection(_ accepted: AcceptedVersions) -> [VersionRegion] {
        let regions = accepted.intervals.compactMap { restricted(to: $0) }
        guard let gap = accepted.gap else { return regions }
        return regions.flatMap { region in
            let inside = region.restricted(to: gap.series).map {
                VersionRegion(
                    $0.interval, excluding: $0.excludedPreReleases.union([gap.preRelease]))
            }
            return gap.series.complement.compactMap { region.restricted(to: $0) }
                + (inside.map { [$0] } ?? [])
        }
    }

    private func restricted(to other: VersionInterval) -> VersionRegion? {
        interval.intersection(other).map { VersionRegion($0, excluding: excludedPreReleases) }
    }
}

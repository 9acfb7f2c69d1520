/// The versions of an interval without those that have certain pre-releases.
package struct VersionRegion: Hashable, Sendable {
    package let interval: VersionInterval
    /// The empty string means releases.
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
    /// The versions that all comparisons accept, as regions without overlap.
    ///
    /// Pre-releases also need `admitsPreReleases`.
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

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
            regions.flatMap { comparison.accepted.compactMap($0.intersection) }
        }
    }
}

extension VersionRegion {
    fileprivate func intersection(_ other: VersionRegion) -> VersionRegion? {
        interval.intersection(other.interval).map {
            VersionRegion($0, excluding: excludedPreReleases.union(other.excludedPreReleases))
        }
    }
}

/// The repositories that the service keeps up to date, and how.
package struct ServiceOptions: Sendable {
    package var version: String
    /// In the order of the command line; each name once.
    package var repositories: [ServedRepository]
    /// Where clones are kept.
    package var directory: String
    package var limits = WorkLimits()
    /// Of the chance that spreads intervals.
    package var seed: UInt64
    /// Seconds that a run which is under way may take after the service is told to stop.
    package var stopPatience = 20.0

    package init(
        version: String, repositories: [ServedRepository], directory: String, seed: UInt64
    ) {
        self.version = version
        self.repositories = repositories
        self.directory = directory
        self.seed = seed
    }
}

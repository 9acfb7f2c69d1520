/// Something that is to be done now.
enum Work: Hashable, Sendable {
    case scan(ImageKey)
    /// Fetches a repository, and runs those of its automations.
    case visit(repository: String, automations: [String])
}

/// How much is done at the same time.
package struct WorkLimits: Sendable {
    /// Images.
    package var scans = 16
    /// Repositories.
    package var visits = 4

    package init() {}
}

/// The work that a repository wants to be done, and how often; all times are seconds.
struct Wishes: Hashable, Sendable {
    /// How often it is fetched.
    var fetchInterval: Double
    /// Of those that are scanned.
    var images: [ImageKey: Double] = [:]
    /// Of those that run, by name.
    var automations: [String: Double] = [:]
}

/// Something that the service did: for its metrics.
package enum ServiceEvent: Sendable {
    /// A repository was fetched; with the reason if that failed.
    case fetched(repository: String, seconds: Double, problem: String?)
    /// An image was scanned, for these repositories; with the reason if that failed.
    case scanned(image: String, repositories: [String], seconds: Double, problem: String?)
    /// How many tags the images of a registry have, after a scan that changed it.
    case tagsKnown(host: String, count: Int)
    case ran(RunRecord)
    /// A receiver was called, and answered so.
    case called(receiver: ObjectKey, status: Int)
    /// A run was left out, for neither branches nor selections had changed.
    case unchanged(automation: ObjectKey)
    /// All that is served now, from time to time.
    case serving(ServedObjects)
}

/// Something that the service did: for its metrics.
package enum ServiceEvent: Sendable {
    /// A repository was fetched, and read if its branch had changed; with the reason if that
    /// failed.
    case fetched(repository: String, seconds: Double, isChanged: Bool, problem: String?)
    /// An image was scanned, for these repositories; with the reason if that failed.
    case scanned(image: String, repositories: [String], seconds: Double, problem: String?)
    /// A registry did not list an image; with the status of its answer, if there was one.
    case registryFailed(image: String, status: Int?)
    /// How many tags the images of a registry have, after a scan that changed it.
    case tagsKnown(host: String, count: Int)
    case ran(RunRecord)
    /// Pushes of an automation came too late, so that it began anew.
    case outrun(automation: ObjectKey, count: Int)
    /// A receiver was called, and answered so.
    case called(receiver: ObjectKey, status: Int)
    /// A run was left out, for neither branches nor selections had changed.
    case unchanged(automation: ObjectKey)
    /// All that is served now, from time to time.
    case serving(ServedObjects)
}

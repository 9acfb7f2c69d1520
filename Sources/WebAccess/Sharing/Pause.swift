/// Sleeps for a duration, in short steps.
///
/// On Linux, a sleep that is cancelled keeps its timer and its task in memory until the time has
/// come (Swift 6.3, Dispatch). A service that sets a limit of minutes for each of many calls would
/// have all of them there; so the rest of a cancelled pause is at most one step.
package func pause(for duration: Duration) async throws(CancellationError) {
    let end = ContinuousClock.now + duration
    do {
        while true {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return }
            try await Task.sleep(for: min(rest, .seconds(1)))
        }
    } catch {
        throw CancellationError()
    }
}

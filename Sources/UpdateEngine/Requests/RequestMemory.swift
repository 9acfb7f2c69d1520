import Forges
import Synchronization

/// The answers of forges about pull requests, as they were a moment ago.
///
/// An automation may run every minute, and forges take only so many questions an hour.
package final class RequestMemory: Sendable {
    private struct Answer {
        let request: PullRequest?
        let url: String?
        let isDeclined: Bool
        let second: Int
    }

    private let answers = Mutex<[String: Answer]>([:])
    private let ageLimit: Int
    private let secondsSince1970: @Sendable () -> Int

    /// - Parameter ageLimit: Seconds.
    package init(
        ageLimit: Int = 600, secondsSince1970: @escaping @Sendable () -> Int
    ) {
        self.ageLimit = ageLimit
        self.secondsSince1970 = secondsSince1970
    }

    /// The answer to the same request at the same place; nil where the forge is to be asked.
    func answer(to request: PullRequest?, at place: String) -> AutomationRequest?? {
        guard let answer = answers.withLock({ $0[place] }), answer.request == request,
            (0..<ageLimit).contains(secondsSince1970() - answer.second)
        else { return nil }
        return .some(
            answer.url.map { .known(url: $0, answer.isDeclined ? .declined : .unchanged) })
    }

    func note(_ outcome: PullRequestOutcome?, of request: PullRequest?, at place: String) {
        // One that was closed is not there any more.
        let url = outcome?.action == .closed || request == nil ? nil : outcome?.url
        let answer = Answer(
            request: request, url: url, isDeclined: outcome?.action == .declined,
            second: secondsSince1970())
        answers.withLock { $0[place] = answer }
    }
}

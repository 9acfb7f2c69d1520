import CheckPipeline
import Configuration
internal import FoundationEssentials
import Rules
package import UpdateEngine

/// The tools of all runs of automations, the same for all repositories.
package struct RunTools: Sendable {
    package var clients: RegistryClients
    package var signing = SigningChoice()
    package var automation = AutomationOptions()
    /// Nil where no pull requests are wanted.
    package var requests: AutomationRequests?
    /// Why an image is not to be written; nil where none is verified.
    package var verify: (@Sendable (String) async -> String?)?
    /// Of variables in ImageRepositories that a repository leaves open.
    package var values: [String: String] = [:]
    /// Of the process, for `git`.
    package var variables: [String: String] = [:]
    package var workerCount = 1

    package init(clients: RegistryClients) {
        self.clients = clients
    }

    func check(at now: Timestamp) -> RepositoryCheck {
        RepositoryCheck(
            rules: allRules, workerCount: workerCount,
            acceptances: AcceptanceOptions(today: now.day), values: values)
    }
}

extension Timestamp {
    /// Since 1970, in UTC.
    var dayNumber: Int64 { secondsSince1970 / 86_400 }

    /// In UTC.
    var day: CalendarDay? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(secondsSince1970))
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else {
            return nil
        }
        return CalendarDay(year: year, month: month, day: day)
    }
}

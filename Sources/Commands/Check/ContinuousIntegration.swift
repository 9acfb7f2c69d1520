import FoundationEssentials
import GitAccess

/// The commits that a change can be compared with, according to the CI system that runs for it.
///
/// The variables are those of each system's own documentation. The order of candidates is
/// experience: recorded bases go stale when the target branch moves.
struct ContinuousIntegration: Equatable {
    /// The name of the CI system, for messages.
    let name: String
    /// Best first; empty if the system does not run for a change.
    let candidates: [BaseCandidate]
    /// The number of the pull request that the job runs for; nil if there is none, or the system
    /// is of a forge on which no comments are written.
    let pullRequest: Int?

    /// The CI system that runs this process; nil if none does.
    static var current: ContinuousIntegration? {
        ContinuousIntegration(variables: ProcessInfo.processInfo.environment) { path in
            FileManager.default.contents(atPath: path)
        }
    }

    /// Returns nil if the variables are not those of a known CI system.
    ///
    /// - Parameter readEvent: Reads the file that describes the event on GitHub, Gitea and Forgejo,
    ///   by its path.
    init?(variables: [String: String], readEvent: (String) -> Data?) {
        let variables = variables.filter { !$0.value.isEmpty }
        var pullRequest: Int?
        if variables["GITHUB_ACTIONS"] != nil || variables["GITEA_ACTIONS"] != nil {
            name = variables["GITEA_ACTIONS"] == nil ? "GitHub Actions" : "Gitea Actions"
            let event = Event(variables, readEvent)
            candidates = Self.actions(variables, event)
            pullRequest = event?.pullRequest?.number
        } else if variables["GITLAB_CI"] != nil {
            name = "GitLab CI"
            candidates = Self.gitLab(variables)
            pullRequest = variables["CI_MERGE_REQUEST_IID"].flatMap { Int($0) }
        } else if variables["TF_BUILD"] != nil {
            name = "Azure Pipelines"
            candidates = Self.mergeBases(with: variables["SYSTEM_PULLREQUEST_TARGETBRANCH"])
        } else if variables["BITBUCKET_BUILD_NUMBER"] != nil {
            name = "Bitbucket Pipelines"
            candidates =
                variables["BITBUCKET_PR_DESTINATION_COMMIT"].map { [.mergeBase(with: $0)] } ?? []
        } else if variables["JENKINS_URL"] != nil {
            name = "Jenkins"
            candidates = Self.mergeBases(with: variables["CHANGE_TARGET"])
        } else {
            return nil
        }
        self.pullRequest = pullRequest
    }

    private static func actions(
        _ variables: [String: String], _ event: Event?
    ) -> [BaseCandidate] {
        if variables["GITHUB_EVENT_NAME"]?.hasPrefix("pull_request") == true {
            let trial = variables["GITHUB_SHA"].map { BaseCandidate.firstParent(ofMerge: $0) }
            let recorded = event?.pullRequest?.base.sha
            return [trial].compactMap(\.self) + mergeBases(with: variables["GITHUB_BASE_REF"])
                + [recorded.map { .mergeBase(with: $0) }].compactMap(\.self)
        }
        return [event?.mergeGroup?.baseSha, event?.before].compactMap(\.self)
            .filter(isCommit).map { .commit($0) }
    }

    private static func gitLab(_ variables: [String: String]) -> [BaseCandidate] {
        if variables["CI_MERGE_REQUEST_IID"] != nil {
            let recorded = variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"]
            return mergeBases(with: variables["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"])
                + [recorded.map { .mergeBase(with: $0) }].compactMap(\.self)
        }
        return [variables["CI_COMMIT_BEFORE_SHA"]].compactMap(\.self)
            .filter(isCommit).map { .commit($0) }
    }

    /// The remote branch first, because clones of CI systems seldom have a local branch.
    private static func mergeBases(with branch: String?) -> [BaseCandidate] {
        guard let branch else { return [] }
        let name = branch.hasPrefix("refs/heads/") ? String(branch.dropFirst(11)) : branch
        return ["refs/remotes/origin/\(name)", "refs/heads/\(name)"].map { .mergeBase(with: $0) }
    }

    /// Whether the id is that of a commit: before a push that creates a branch it is all zeros.
    private static func isCommit(_ id: String) -> Bool { id.contains { $0 != "0" } }

    /// The commits of an event's description that a change can be compared with.
    private struct Event: Decodable {
        /// Nil if there is no file, or it is of another shape.
        init?(_ variables: [String: String], _ readEvent: (String) -> Data?) {
            guard let data = variables["GITHUB_EVENT_PATH"].flatMap(readEvent),
                let event = try? Self.decoder.decode(Event.self, from: data)
            else { return nil }
            self = event
        }

        private static var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }

        struct PullRequest: Decodable {
            struct Reference: Decodable {
                let sha: String
            }
            let number: Int?
            let base: Reference
        }
        struct MergeGroup: Decodable {
            let baseSha: String
        }

        let before: String?
        let pullRequest: PullRequest?
        let mergeGroup: MergeGroup?
    }
}

/// Where a pull request goes.
package enum RequestPlace: Sendable {
    case forge(ForgeRepository, ForgeToken)
    /// A dry run only names it.
    case planned(ForgeRepository)
    /// GitLab opens it by the options of the push.
    case push(ForgeRepository)
    /// With the reason: one clause, lower case, no full stop.
    case none(String)
}

extension RequestPlace {
    /// The forge of a remote with the token for it; an error tells what is missing.
    ///
    /// - Parameters:
    ///   - url: The URL of the remote, in any form that Git takes.
    ///   - name: Of the remote, for people.
    ///   - isDryRun: A dry run needs no token.
    package init(
        remote url: String, named name: String, choice: ForgeChoice,
        environment: [String: String], isDryRun: Bool
    ) throws(ForgeError) {
        let repository: ForgeRepository
        do throws(ForgeError) {
            repository = try ForgeRepository(
                remote: url, choice: choice, environment: environment)
        } catch {
            guard error == .invalidRemote, choice == ForgeChoice() else { throw error }
            self = .none("`\(name)` is not on a forge")
            return
        }
        guard !isDryRun else {
            self = .planned(repository)
            return
        }
        do throws(ForgeError) {
            let token = try ForgeToken(for: repository, environment: environment)
            self = .forge(repository, token)
        } catch {
            // GitLab needs none: the push opens the merge request.
            guard repository.kind == .gitLab, case .noToken = error else { throw error }
            self = .push(repository)
        }
    }
}

package import Forges

/// Where the pull request for a promotion goes.
package enum RequestPlace: Sendable {
    case forge(ForgeRepository, ForgeToken)
    /// A dry run only names it.
    case planned(ForgeRepository)
    /// GitLab opens it by the options of the push.
    case push(ForgeRepository)
    /// Takes the title and the body.
    case file(String, write: @Sendable (_ text: String) throws -> Void)
    /// With the reason: one clause, lower case, no full stop.
    case none(String)
}

/// The options of a run of automations.
package struct AutomationOptions: Sendable {
    /// The branch that is used instead of the one that an automation checks out.
    package var currentBranch: String?
    /// The name of the remote that is meant, whatever the manifests say.
    package var remoteName: String?
    /// Whether addresses, refspecs and push options of manifests are used.
    package var trustsManifests = false
    /// Whether an existing push branch is taken as it is, as Flux does.
    package var copiesFluxPushBranch = false
    /// Without, branches of this clone move instead of those of a remote.
    package var pushes = true
    package var isDryRun = false

    package init() {}
}

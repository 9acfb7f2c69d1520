import ArgumentParser
import Forges
import FoundationEssentials
import Serving
import UpdateEngine
import WebAccess

/// The options of automations that run by themselves.
struct ServedAutomationOptions: ParsableArguments {
    @OptionGroup var push: PushOptions
    @OptionGroup var verification: VerificationOptions
    @OptionGroup var signing: SigningOptions

    /// Nil where none are wanted.
    func requests(web: WebClient, _ clock: RealClock) -> AutomationRequests? {
        guard push.pullRequests else { return nil }
        let forge = push.forge
        let memory = RequestMemory { Int(clock.now.secondsSince1970) }
        return AutomationRequests(web: web, memory: memory) { remote throws(ForgeError) in
            try forge.place(for: remote, isDryRun: false)
        }
    }
}

import GitAccess
import ManifestFacts
import RepositoryLinking

/// The fields of an automation that its runs follow, as built.
struct AutomationManifest {
    private let automation: LinkedAutomation
    private var object: EffectiveObject { automation.built.object }

    init(_ automation: LinkedAutomation) {
        self.automation = automation
    }

    /// Fails where Flux would, or where the repository leaves open what is to be done.
    func check() throws(AutomationObstacle) {
        if object.isOfFirstVersion {
            throw field("apiVersion", "`v1alpha1` is not supported; write `v1alpha2` or later")
        }
        let kind = try text("spec", "sourceRef", "kind") ?? "GitRepository"
        guard kind == "GitRepository" else {
            throw field("spec.sourceRef.kind", "Flux works on a GitRepository alone")
        }
        guard case .collection = object.field("spec", "git") else {
            throw field("spec.git", "Flux does not run an automation without it")
        }
        guard (try text("spec", "update", "strategy") ?? "Setters") == "Setters" else {
            throw field("spec.update.strategy", "there is no strategy but `Setters`")
        }
        if let fault = automation.selectorFault {
            throw field("spec.policySelector", "\(fault)")
        }
        if automation.built.identity.namespace.known == nil {
            throw field("metadata.namespace", "it is not known")
        }
        if object.field("spec", "suspend").isUnknown { throw field("spec.suspend", "it is open") }
        guard let path = automation.updatePath else {
            throw field("spec.update.path", "it is not known")
        }
        if !automation.pathIsThere { throw field("spec.update.path", "`\(path)` is not there") }
    }

    /// - Parameter current: The branch that is used instead of the one that is checked out.
    func branches(
        _ sources: [Effective<GitRepositoryFact>], current: String?
    ) throws(AutomationObstacle) -> (checkout: Checkout, push: String) {
        let push = try text("spec", "git", "push", "branch")
        let reference = try checkout(sources, isNeeded: current == nil)
        if let current {
            let isElsewhere = push.map { reference != .branch($0) } ?? false
            return (.branch(current), isElsewhere ? push ?? current : current)
        }
        switch reference {
        case .branch(let branch): return (.branch(branch), push ?? branch)
        case .implied:
            guard let push else { throw .noPushBranch }
            return (.branch("master"), push)
        case .fixed(let member, let text, let branch):
            if let branch, push ?? branch == branch { throw .detached(branch: branch) }
            guard let push else { throw .noPushBranch }
            guard let checkout = Checkout(member: member, text) else {
                throw .invalidCheckout(member: member, text)
            }
            return (checkout, push)
        case .unknown(let reason): throw field("spec.git.checkout.ref", reason)
        }
    }

    /// The automation's own reference, else that of its GitRepository; the two are not merged.
    private func checkout(
        _ sources: [Effective<GitRepositoryFact>], isNeeded: Bool
    ) throws(AutomationObstacle) -> CheckoutReference {
        if case .absent = object.field("spec", "git", "checkout") {
            let references = Set(sources.map { $0.object.checkoutReference(["spec", "ref"]) })
            if let reference = references.first, references.count == 1 { return reference }
            guard isNeeded else { return .implied }
            throw references.isEmpty ? .sourceMissing : .severalSources
        }
        return object.checkoutReference(["spec", "git", "checkout", "ref"])
    }

    func addresses(
        _ sources: [Effective<GitRepositoryFact>]
    ) throws(AutomationObstacle) -> [String] {
        var addresses: [String] = []
        for source in sources {
            guard let address = try literal(["spec", "url"], of: source.object),
                !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }

    func author() throws(AutomationObstacle) -> CommitPerson {
        guard let email = try text("spec", "git", "commit", "author", "email") else {
            throw field("spec.git.commit.author.email", "Flux does not commit without it")
        }
        let name = try text("spec", "git", "commit", "author", "name")
        return CommitPerson(name: name ?? "", email: email)
    }

    func signature() throws(AutomationObstacle) -> SignatureForm? {
        if case .absent = object.field("spec", "git", "commit", "signingKey") { return nil }
        let type = try text("spec", "git", "commit", "signingKey", "type") ?? "gpg"
        guard let form = SignatureForm(rawValue: type) else {
            throw field("spec.git.commit.signingKey.type", "it is `gpg` or `ssh`")
        }
        return form
    }

    func copy(ofBranch branch: String) throws(AutomationObstacle) -> PushCopy? {
        guard let refspec = try text("spec", "git", "push", "refspec") else { return nil }
        guard let copy = PushCopy(refspec: refspec, branch: branch) else {
            throw .unusableRefspec(refspec)
        }
        return copy
    }

    /// As go-git sends them: `KEY=VALUE`.
    func pushOptions() throws(AutomationObstacle) -> [String] {
        var options: [String] = []
        for (key, value) in automation.pushOptions {
            if let reason = value.unknownReason { throw field("spec.git.push.options", reason) }
            let option = "\(key)=\(value.text ?? "")"
            if option.contains(where: \.isNewline) { throw .unusableOptions }
            options.append(option)
        }
        return options
    }

    private func text(_ keys: String...) throws(AutomationObstacle) -> String? {
        try literal(keys, of: object)
    }

    private func literal(
        _ keys: [String], of object: EffectiveObject
    ) throws(AutomationObstacle) -> String? {
        do throws(OpenField) {
            return try object.literal(keys)
        } catch {
            throw .open(error)
        }
    }

    private func field(_ name: String, _ reason: String) -> AutomationObstacle {
        .open(OpenField(name: name, reason: reason))
    }
}

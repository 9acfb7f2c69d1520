internal import Logging
import RegistryAccess
import RepositoryLinking
import UpdateEngine
import WebAccess

extension UpdateService {
    /// The scan of an image for all that use it; nil where nothing does any more.
    func scan(of key: ImageKey) -> ImageScan? {
        let plans = users(of: key).compactMap { repositories[$0]?.plan }
        let declared = plans.flatMap { $0.images[key]?.repositories ?? [] }
        let reflecting = plans.flatMap { plan in
            plan.policies.filter {
                plan.imagesOfPolicies[$0.number] == key && $0.reflectsDigest ?? true
            }
        }
        guard let target = ScanPlan(declared, .digests, for: reflecting).targets.first else {
            return nil
        }
        return ImageScan(target: target, clients: tools.clients, clock: clock)
    }

    func users(of key: ImageKey) -> [String] {
        (schedule.images[key]?.users.keys).map { $0.sorted() } ?? []
    }

    func note(
        _ outcome: Result<TagListing, ImageScan.Failure>, of key: ImageKey, since start: Timestamp
    ) async {
        let now = clock.now
        let users = users(of: key)
        var problem: String?
        switch outcome {
        case .success(let listing):
            let former = await state.scan(of: key)
            await state.record(listing, of: key)
            if former?.failure != nil {
                logger.notice("scanned again", metadata: ["image": "\(key)"])
            }
            if former?.listing?.tags != listing.tags || former?.listing?.digests != listing.digests
            {
                countTags(listing.tags.count - (former?.listing?.tags.count ?? 0), of: key)
                await select(from: listing, of: key)
            }
            await noteLogins()
            schedule.finishScan(of: key, succeeded: true, at: now)
        case .failure(let scanFailure):
            hasFailed = true
            let failure = scanFailure.record
            let isNew = await state.scan(of: key)?.failure?.reason != failure.reason
            await state.record(failure, of: key)
            problem = failure.reason
            observe(.registryFailed(image: key.name, status: scanFailure.status))
            logger.log(
                level: isNew ? .warning : .debug, "scan failed",
                metadata: ["image": "\(key)", "reason": "\(failure.reason)"])
            schedule.finishScan(of: key, succeeded: false, at: now)
        }
        observe(
            .scanned(
                image: key.name, repositories: users, seconds: now - start, problem: problem))
        if triedImages.insert(key).inserted { users.forEach(letRun) }
    }

    private func countTags(_ change: Int, of key: ImageKey) {
        guard let host = Self.host(of: key) else { return }
        tagCounts[host, default: 0] += change
        observe(.tagsKnown(host: host, count: tagCounts[host] ?? 0))
    }

    static func host(of key: ImageKey) -> String? {
        (try? RegistryImage(key.name))?.host.description
    }

    /// Lets the automations of a repository run once each of its images was asked for.
    func letRun(_ name: String) {
        guard let plan = repositories[name]?.plan, schedule.repositories[name]?.isReady == false,
            plan.images.keys.allSatisfy(triedImages.contains)
        else { return }
        schedule.setReady(name)
    }

    /// Selects anew where the tags of an image changed, and lets what follows run at once.
    private func select(from listing: TagListing, of key: ImageKey) async {
        for name in users(of: key) {
            if repositories[name]?.isVisited == true {
                repositories[name]?.missedImages.insert(key)
            }
            await select(from: listing, of: key, in: name)
        }
    }

    func select(from listing: TagListing?, of key: ImageKey, in name: String) async {
        guard let plan = repositories[name]?.plan else { return }
        for policy in plan.policies where plan.imagesOfPolicies[policy.number] == key {
            let selection = plan.selection(of: policy, from: listing)
            guard repositories[name]?.selections[policy.number] != selection else { continue }
            repositories[name]?.selections[policy.number] = selection
            hastenAutomations(using: policy, of: plan, in: name)
            await record(selection, of: policy, in: name)
        }
    }

    func record(_ selection: PolicySelection, of policy: LinkedPolicy, in name: String) async {
        guard let tag = selection.tag else { return }
        await state.record(
            tag: tag, digest: selection.digest,
            of: ObjectKey(repository: name, name: policy.name), at: clock.now)
    }

    private func hastenAutomations(
        using policy: LinkedPolicy, of plan: RepositoryPlan, in name: String
    ) {
        let namespace = policy.identity.namespace.known
        schedule.hasten(
            automations: plan.automations.filter { $0.mayUse(policyOf: namespace) }.map(\.name),
            of: name, at: clock.now)
    }
}

extension ImageKey: CustomStringConvertible {
    package var description: String { login.isEmpty ? name : "\(name) (\(login))" }
}

import Serving

/// The service as its page is tested: without anything, at work, and failing.
enum Statuses {
    static let now = Timestamp(millisecondsSince1970: 1_790_000_000_000)

    static var empty: ServiceStatus {
        ServiceStatus(version: "1.2.3", started: now + -90, now: now)
    }

    /// Many repositories at work; `text` is in all names that come from outside.
    static func busy(repositories: Int, images: Int, text: String = "") -> ServiceStatus {
        var status = empty
        status.started = now + -86_400 * 3.5
        status.repositories = (0..<repositories).map { number in
            repository(number, images: images / repositories, text)
        }
        status.registries = ["ghcr.io", "registry.example.com:5000"].map {
            var registry = RegistryStatus(
                host: $0 + text, imageCount: images / 2, failingCount: 0)
            registry.loginExpiry = now + 3000
            return registry
        }
        return status
    }

    private static func repository(_ number: Int, images: Int, _ text: String) -> RepositoryStatus {
        var repository = RepositoryStatus(
            name: "https://git.example.com/teams/fleet-\(number)\(text)")
        repository.branch = "main\(text)"
        repository.commit = "0123456789abcdef0123456789abcdef01234567"
        repository.lastFetch = now + -20
        repository.images = (0..<images).map { image in
            var status = ImageStatus(
                name: "ghcr.io/org/team-\(number)/service-\(image)\(text)", interval: 300)
            status.lastScan = now + -100
            status.nextScan = now + 200
            status.tagCount = 100 + image
            return status
        }
        repository.policies = (0..<min(images, 10)).map { image in
            var policy = PolicyStatus(name: "flux-system/service-\(image)\(text)")
            policy.image = "ghcr.io/org/team-\(number)/service-\(image)\(text)"
            policy.tag = "1.\(image).0\(text)"
            policy.digest = "sha256:" + String(repeating: "ab", count: 32)
            policy.since = now + -86_400
            return policy
        }
        var automation = AutomationStatus(
            name: "flux-system/fleet\(text)", path: "clusters/automation.yaml", line: 3,
            interval: 1800)
        automation.lastRun = now + -600
        automation.nextRun = now + 1200
        automation.outcome = .unchanged
        automation.lastCommit = CommitStatus(
            id: "fedcba9876543210fedcba9876543210fedcba98", branch: "main",
            subject: "Update service-1 to 1.4.0\(text)", time: now + -7200)
        automation.pullRequest = "https://git.example.com/teams/fleet/pulls/7\(text)"
        repository.automations = [automation]
        var receiver = ReceiverStatus(name: "flux-system/registry\(text)", type: "harbor\(text)")
        receiver.lastCall = now + -70
        receiver.lastStatus = 200
        receiver.callCount = 12
        repository.receivers = [receiver]
        return repository
    }

    static func failing(text: String = "") -> ServiceStatus {
        var status = busy(repositories: 4, images: 12, text: text)
        status.repositories[0].problem =
            "cannot fetch: `https://git.example.com/teams/fleet-0` asks for a password\(text)"
        status.repositories[1].automations[0].outcome = .failed(
            "the branch `main` is protected: push to another branch\(text)")
        status.repositories[2].automations[0].refusals = (0..<3).map {
            RefusalStatus(
                path: "apps/production/service-\($0).yaml\(text)", line: 20 + $0,
                marker: "flux-system:service-\($0)\(text)",
                reason: "1.9.0 is 2 hours old, and `minimumReleaseAge` asks for 24h\(text)")
        }
        status.repositories[2].policies[0].tag = nil
        status.repositories[2].policies[0].problem = "no tag is within `>=2.0.0`\(text)"
        status.repositories[3].receivers[0].problem = "the Secret `hook` has no `token`\(text)"
        status.repositories[3].receivers[0].lastStatus = 503
        status.repositories[3].automations[0].isSuspended = true
        status.repositories[3].images[0].problem = "the registry answers 503\(text)"
        status.registries[1].failingCount = 5
        status.registries[1].failingSince = now + -4000
        status.registries[1].problem = "it answers 503\(text)"
        return status
    }
}

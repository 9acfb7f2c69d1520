import Serving
import WebPages

/// Policies, registries and images.
extension StatusPage {
    var policies: HTML {
        let policies = status.owned(\.policies)
        guard !policies.isEmpty else {
            return section(
                "policies", "Policies",
                "No repository has an ImagePolicy on its branch yet: `sluice create image policy` "
                    + "prints one, with its ImageRepository.", .empty)
        }
        return section(
            "policies", "Policies", "The latest image of each, and since when it is the latest.",
            boundedTable(
                ["Policy", "Image", "Latest", "Since"], policies,
                failsFirst: { $0.item.problem != nil }
            ) { owned in
                let policy = owned.item
                return [
                    named(policy.name, of: owned.repository),
                    policy.image.map(imageName) ?? "–", latest(policy), age(policy.since),
                ]
            })
    }

    private func latest(_ policy: PolicyStatus) -> HTML {
        if let problem = policy.problem {
            return "\(badge("nothing", "warning")) \(prose(problem))"
        }
        guard let tag = policy.tag else { return badge("not scanned yet") }
        let digest: HTML =
            policy.digest.map { "<br><small class=\"place\">\($0)</small>" } ?? .empty
        return "<code>\(tag)</code>\(digest)"
    }

    var registries: HTML {
        guard !status.registries.isEmpty else {
            return section(
                "registries", "Registries",
                "Nothing is scanned yet: each ImageRepository names an image to scan.", .empty)
        }
        return section(
            "registries", "Registries", "",
            boundedTable(
                ["Registry", "Images", "State", "Login ends"], status.registries,
                failsFirst: { $0.problem != nil || $0.failingCount > 0 }
            ) { registry in
                [
                    "<b>\(registry.host)</b>", "\(registry.imageCount)", state(registry),
                    age(registry.loginExpiry),
                ]
            })
    }

    private func state(_ registry: RegistryStatus) -> HTML {
        guard registry.problem != nil || registry.failingCount > 0 else { return badge("answers") }
        let since: HTML =
            registry.failingSince.map { "<br><small>first \(age($0))</small>" } ?? .empty
        return """
            \(badge("\(registry.failingCount) failing", "error")) \(prose(registry.problem ?? ""))\(since)
            """
    }

    var images: HTML {
        let images = status.owned(\.images)
        guard !images.isEmpty else {
            return section(
                "images", "Images", "No ImageRepository asks for a scan.", .empty)
        }
        return section(
            "images", "Images", "Each is scanned once for all that use it.",
            boundedTable(
                ["Image", "Tags", "Last scan", "Next scan"], images,
                failsFirst: { $0.item.problem != nil }
            ) { owned in
                let image = owned.item
                let problem: HTML =
                    image.problem.map { "<br>\(badge("failed", "error")) \(prose($0))" } ?? .empty
                return [
                    imageName(image.name), "\(image.tagCount.map(String.init) ?? "–")",
                    "\(age(image.lastScan))\(problem)", age(image.nextScan),
                ]
            })
    }
}

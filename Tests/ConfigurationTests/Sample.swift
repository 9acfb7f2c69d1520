import SourceText

@testable import Configuration

/// Configuration files, and a program's rules, for tests.
enum Sample {
    static let rules = [
        ConfigurableRule("image-latest-tag"),
        ConfigurableRule("policy-unused"),
        ConfigurableRule("secret-unencrypted", isOptIn: true),
        ConfigurableRule("image-floating-tag"),
    ]

    /// With every key of the format.
    static let complete = #"""
        # .sluice.yaml
        version: 1
        profile: recommended            # or: guardrails
        flux: { version: "2.9" }        # decides which API versions and template fields are gone
        environments:
          - name: staging
            paths: ["clusters/staging/**", "apps/*/overlays/staging/**"]
            tags: '^staging-v[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}-[0-9]{10}$'
          - name: production
            paths: ["clusters/production/**"]
            namespaces: ["prod-*"]
            clusters: ["clusters/production"]
            images: ["ghcr.io/org/**"]
            tags: '^production-v[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}-[0-9]{10}$'
            identity: either            # tag | digest | either | both
            promotesFrom: staging
            promotedTag: production-$1-$2
            protected: true
            update: { minimumReleaseAge: 7 days, hold: [{ policy: "*/db", reason: migration }] }
        registries: { allow: ["ghcr.io/org/**"] }
        external: { policies: ["flux-system/shared-*"] }   # defined elsewhere
        promotion: { identity: '^[a-z]+-(v[0-9.]+-[0-9a-f]{7,40})-([0-9]+)$' }
        rules:
          policy-unused: off
          image-latest-tag: { severity: error, ignore: [{ image: "**/debug-tools", reason: "ops only", until: 2027-01-01 }] }
          image-floating-tag: { ignore: [{ path: "charts/**", reason: examples }] }
        update:
          allowDowngrade: false
          maximumJump: minor
          minimumReleaseAge: 12h
          maximumTagLoss: 20
          freeze:
            - { from: 2026-12-19, until: 2027-01-03, reason: holidays }
            - { days: [saturday, sunday], reason: nobody is there }
          hold:
            - { image: ghcr.io/org/web, until: 2027-02-01, reason: "1.3 leaks memory" }
        exclude: ["charts/**"]

        """#

    /// With every key of custom rules, and every kind of condition.
    static let custom = #"""
        version: 1
        custom:
          - id: images
            on: image
            where:
              environment: production
              kind: [Deployment, StatefulSet]
              namespace: "!kube-*"
              labels: { team: [a, "!b"], tier: present }
              any: [{ path: "apps/**" }, { not: { use: ["!container"] } }]
            require:
              registry: "ghcr.io/org/**"
              tag: '/^v?[0-9.]+$/'
              version: ">=1.2"
              digest: present
              marker: present
            message: "{image} is {{not}} ours but {labels.team}'s"
            severity: warning
            description: Images come from our registry.
            help: Mirror it.
            examples:
              bad: ["kind: Pod", { at: apps/a.yaml, manifest: "kind: Pod" }]
              good: [{ path: apps }]
          - id: release-policies
            on: policy
            require: { selects: '^v?[0-9]+$', order: [semver, "!numerical"] }
          - { id: slow, on: repository, require: { interval: ">= 5m", suspended: false } }
        rules:
          custom/slow: { severity: note, ignore: [{ path: "a/**", reason: why }] }

        """#

    static func configuration(_ text: String) throws -> RepositoryConfiguration {
        try RepositoryConfiguration(Array(text.utf8), path: ".sluice.yaml", rules: rules)
    }

    /// The errors of a file, as text without its path; empty for a valid one.
    static func problems(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try RepositoryConfiguration(Array(text.utf8), path: ".sluice.yaml", rules: rules)
            return []
        } catch {
            return error.problems.map { String($0.description.dropFirst(".sluice.yaml:".count)) }
        }
    }
}

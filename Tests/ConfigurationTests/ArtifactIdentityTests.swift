import RegularLanguages
import Testing

@testable import Configuration

/// Configurations with environments of some names, which promote from each other in this order.
enum Promotion {
    static func configuration(
        _ environments: String, identity: String? = nil
    ) throws -> RepositoryConfiguration {
        let promotion = identity.map { "promotion: { identity: '\($0)' }\n" } ?? ""
        return try Sample.configuration(
            "version: 1\n\(promotion)environments:\n\(environments)\n")
    }

    static let stages = """
        - { name: development }
        - { name: staging, promotesFrom: development }
        - { name: production, promotesFrom: staging }
        """
}

@Suite struct ArtifactIdentityTests {
    private static let build = "v1.4.2-2d3fcbd-1611906956"

    @Test(arguments: [
        ("staging-\(build)", build), ("production-\(build)", build), ("prod.\(build)", build),
        ("stg_\(build)", build), (build, build), ("uat-\(build)", build),
        ("develop-\(build)", build), ("live-1.2.3", "1.2.3"), ("stage-1.2.3", "1.2.3"),
        // These words name no environment of this configuration.
        ("demo-1.2.3", "demo-1.2.3"), ("test-1.2.3", "test-1.2.3"), ("pre-1.2.3", "pre-1.2.3"),
        ("stagingv1.2.3", "stagingv1.2.3"), ("staging", "staging"), ("staging-", "staging-"),
        ("staging-prod-1.2.3", "prod-1.2.3"), ("backend-staging-1.2.3", "backend-staging-1.2.3"),
        ("Staging-1.2.3", "Staging-1.2.3"),
    ]) func `environments share the tag without the name of its environment`(
        tag: String, identity: String
    ) throws {
        let configuration = try Promotion.configuration(Promotion.stages)
        #expect(configuration.identity(ofTag: tag)?.text == identity)
    }

    @Test func `the longest name of an environment is left out`() throws {
        let configuration = try Promotion.configuration("- { name: eu }\n- { name: eu-test }")
        #expect(configuration.identity(ofTag: "eu-test-1.2.3")?.text == "1.2.3")
        #expect(configuration.identity(ofTag: "eu-tests-1.2.3")?.text == "tests-1.2.3")
        #expect(configuration.identity(ofTag: "test-1.2.3")?.text == "1.2.3")
    }

    @Test(arguments: [
        ("staging-v1.4.2-2d3fcbd-1611906956", "v1.4.2-2d3fcbd"),
        ("retagged-v1.4.2-2d3fcbd-1", "v1.4.2-2d3fcbd"), ("staging-latest", nil),
    ]) func `a configured pattern's groups are what environments share`(
        tag: String, identity: String?
    ) throws {
        let configuration = try Promotion.configuration(
            Promotion.stages, identity: "^[a-z]+-(v[0-9.]+)-(x)?([0-9a-f]{7,40})-[0-9]+$")
        #expect(configuration.identity(ofTag: tag)?.text == identity)
    }

    @Test(arguments: [
        ("v1.4.2", true), ("1.4.2-rc.1", true), ("main-2d3fcbd", true), ("1611906956", true),
        ("20260101", true), ("2d3fcbd9", true), ("latest", false), ("1.27", false),
        ("42", false), ("main", false), ("deadbee", false), ("main-4", false),
    ]) func `an identity may be that of several builds`(text: String, isTelling: Bool) {
        #expect(BuildName(text).isTelling == isTelling)
    }
}

@Suite struct ArtifactComparisonTests {
    private static let notAlike = "their tags are not written alike"
    private static let silent = "nothing in their tags says which build is newer"

    @Test(
        arguments: [
            ("production-v1.4.2-2d3fcbd-1611906956", "staging-v1.4.2-2d3fcbd-1611906956", .same),
            (
                "production-v1.4.2-2d3fcbd-1611906956", "staging-v1.4.3-aaaaaa1-1611906999",
                .different(.behind)
            ),
            (
                "production-v1.4.2-2d3fcbd-1611906956", "staging-v1.4.2-aaaaaa1-1611906900",
                .different(.ahead)
            ),
            (
                "production-v1.4.3-2d3fcbd-1611906956", "staging-v1.5.0-aaaaaa1-1611906900",
                .different(.unknown("the build with the lower version is the later one"))
            ),
            ("prod-1.10.0", "staging-1.9.0", .different(.ahead)),
            ("1.10.0", "1.10.0", .same),
            ("42", "42", .unknown("several builds may be called `42`")),
            ("9.5", "9.5", .unknown("several builds may be called `9.5`")),
            ("9.5", "9.4", .different(.unknown(silent))),
            ("1.5.0-rc.2", "1.5.0-rc.10", .different(.behind)),
            ("1.5.0", "1.5.0-rc.10", .different(.ahead)),
            ("1.5.0-rc.1", "1.4.9", .different(.ahead)),
            ("1.5.0-alpine", "1.4.0-alpine", .different(.ahead)),
            ("1.5.0-alpine", "1.4.0", .different(.unknown(notAlike))),
            ("main-2d3fcbd-1611906956", "main-aaaaaa1-1611906900", .different(.ahead)),
            (
                "hotfix-2d3fcbd-1611906956", "main-aaaaaa1-1611906900",
                .different(.unknown(notAlike))
            ),
            ("v1.4.2-2d3fcbd", "v1.4.2-aaaaaa1", .different(.unknown(silent))),
            ("2d3fcbd", "aaaaaa1", .different(.unknown(silent))),
            (
                "production-v1.4.2-2d3fcbd-1611990000", "staging-v1.4.2-2d3fcbd0-1611906956",
                .different(.unknown("both are builds of one commit"))
            ),
            ("43", "42", .different(.unknown(silent))),
            ("1.5", "1.4.2", .different(.unknown(notAlike))),
            ("20260102", "20260101", .different(.ahead)),
            ("20260102120000", "1611906956", .different(.unknown(notAlike))),
            ("prod-42", "staging-42", .unknown("several builds may be called `42`")),
            ("latest", "stable", .different(.unknown(notAlike))),
        ] as [(String, String, ArtifactComparison)])
    func `builds are compared by their tags`(
        tag: String, source: String, expected: ArtifactComparison
    ) throws {
        let configuration = try Promotion.configuration(Promotion.stages)
        func comparison(_ tag: String, _ source: String) -> ArtifactComparison {
            configuration.comparison(
                of: Artifact(tag: tag, digest: nil), with: Artifact(tag: source, digest: nil))
        }
        #expect(comparison(tag, source) == expected)
        #expect(comparison(source, tag) == expected.reversed)
    }

    @Test(
        arguments: [
            ("a:1", "b:2", "sha256:0", "sha256:0", .same),
            ("prod-1.2.3", "staging-1.2.3", "sha256:0", "sha256:1", .rebuilt),
            ("prod-42", "staging-42", "sha256:0", "sha256:1", nil),
            ("latest", "latest", "sha256:0", "sha256:1", nil),
            ("prod-1.2.3", "staging-1.2.3", "sha256:0", nil, .same),
            ("prod-1.2.3", "staging-1.2.3", "sha256:0", "sha512:1", .same),
            ("prod-1.2.2", "staging-1.2.3", "sha256:0", "sha256:1", .different(.behind)),
            (nil, "staging-1.2.3", "sha256:0", "sha256:0", .same),
            (nil, "staging-1.2.3", "sha256:0", "sha256:1", nil),
            (nil, "staging-1.2.3", "sha256:0", nil, nil),
        ] as [(String?, String?, String?, String?, ArtifactComparison?)])
    func `digests tell more than tags`(
        tag: String?, source: String?, digest: String?, sourceDigest: String?,
        expected: ArtifactComparison?
    ) throws {
        let configuration = try Promotion.configuration(Promotion.stages)
        let comparison = configuration.comparison(
            of: Artifact(tag: tag, digest: digest),
            with: Artifact(tag: source, digest: sourceDigest))
        switch comparison {
        case .unknown, .different(.unknown): #expect(expected == nil)
        default: #expect(comparison == expected)
        }
    }

    @Test func `a configured identity alone decides`() throws {
        let configuration = try Promotion.configuration(
            Promotion.stages, identity: "^[a-z]+-(v[0-9.]+-[0-9a-f]{7,40})-[0-9]+$")
        func comparison(_ tag: String, _ source: String) -> ArtifactComparison {
            configuration.comparison(
                of: Artifact(tag: tag, digest: nil), with: Artifact(tag: source, digest: nil))
        }
        #expect(comparison("p-v1.4.2-2d3fcbd-1700000000", "s-v1.4.2-2d3fcbd-1600000000") == .same)
        // The times may be those of retagging.
        #expect(
            comparison("p-v1.4.2-2d3fcbd-1700000000", "s-v1.4.2-aaaaaa1-1600000000")
                == .different(.unknown(Self.silent)))
        #expect(
            comparison("latest", "s-v1.4.2-aaaaaa1-1600000000")
                == .unknown("`promotion.identity` does not match both tags"))
    }
}

extension ArtifactComparison {
    /// The comparison from the other side.
    fileprivate var reversed: ArtifactComparison {
        switch self {
        case .different(.ahead): .different(.behind)
        case .different(.behind): .different(.ahead)
        default: self
        }
    }
}

import Configuration
import RepositoryLinking
import Testing

@Suite struct EnvironmentsTests {
    private static let configuration = """
        version: 1
        environments:
          - { name: eu-production, paths: ["clusters/eu/**"], namespaces: ["prod-*"] }
          - { name: eu, clusters: ["fleet/eu"], promotesFrom: lab }
          - { name: lab, protected: false }
          - { name: vault, protected: true }
        """

    private func configured(_ files: [String: String] = [:]) throws -> Environments {
        let configuration = try RepositoryConfiguration(
            Array(Self.configuration.utf8), path: ".sluice.yaml", rules: [])
        return RepositoryModel(files, configuration: configuration).environments
    }

    @Test func `without a configuration directories and files are the environments`() {
        let environments = RepositoryModel([
            "clusters/prod/a.yaml": "kind: A", "apps/web/staging.yaml": "kind: A",
            "apps/web/base.yaml": "kind: A",
        ]).environments
        #expect(environments.names == ["prod", "staging"])
        #expect(environments.names(ofPath: "clusters/prod/b.yaml", namespace: nil) == ["prod"])
        #expect(environments.isLower("staging", than: "prod"))
        #expect(!environments.isLower("prod", than: "staging"))
    }

    @Test(arguments: [
        ("prod-1", "prod"), ("prod_1", "prod"), ("production-1", nil), ("prod", nil),
        ("1-prod", nil), ("staging.2", "staging"),
    ])
    func `a tag names an environment by its first word`(tag: String, expected: String?) {
        let environments = RepositoryModel([
            "clusters/prod/a.yaml": "kind: A", "clusters/staging/a.yaml": "kind: A",
        ]).environments
        #expect(environments.token(ofTag: tag) == expected)
    }

    @Test(arguments: [
        ("clusters/eu/a.yaml", nil, ["eu-production"]),
        ("apps/a.yaml", "prod-shop", ["eu-production"]),
        ("fleet/eu/apps/a.yaml", nil, ["eu"]), ("fleet/eu-west/a.yaml", nil, []),
    ])
    func `paths, namespaces and deployed directories give a file its environments`(
        path: String, namespace: String?, expected: [String]
    ) throws {
        let flux = """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            spec: { path: ./fleet/eu }
            """
        let environments = try configured(["flux.yaml": flux])
        #expect(environments.names(ofPath: path, namespace: namespace) == expected)
    }

    @Test func `the longest name of an environment is found in a tag`() throws {
        let environments = try configured()
        #expect(environments.token(ofTag: "eu-production-1") == "eu-production")
        #expect(environments.token(ofTag: "eu-1") == "eu")
    }

    @Test(arguments: [
        ("lab", "eu", true), ("eu", "lab", false), ("lab", "eu-production", true),
        ("eu-production", "vault", false), ("lab", "vault", true), ("eu", "eu", false),
    ])
    func `environments are ranked by promotion and production`(
        name: String, other: String, isLower: Bool
    ) throws {
        #expect(try configured().isLower(name, than: other) == isLower)
    }
}

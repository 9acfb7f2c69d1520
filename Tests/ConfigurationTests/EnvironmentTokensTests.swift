import Testing

@testable import Configuration

@Suite struct EnvironmentTokensTests {
    @Test(arguments: [
        (["clusters/prod/web/app.yaml"], ["prod"], "a folder"),
        (["apps/web/staging.yaml"], ["staging"], "a file's name"),
        (["apps/web/prod.sops.yml"], ["prod"], "a file's name up to its first dot"),
        (["Clusters/Prod/a.yaml"], ["prod"], "letter case is a matter of taste"),
        (["clusters/prod-eu/a.yaml", "apps/values-prod.yaml"], [], "only whole names"),
        (["src/test/resources/app.yaml"], [], "a word for other things, too"),
        (["apps/demo/a.yaml", "live/a.yaml", "x/pre/a.yaml"], [], "each alone in its folder"),
        (["o/test/a.yaml", "o/prod/a.yaml"], ["prod", "test"], "a word beside another token"),
        (["o/live.yaml", "o/staging/a.yaml"], ["live", "staging"], "folder and file together"),
        (["prod/demo/a.yaml"], ["prod"], "an environment's product is not beside it"),
        ([".github/workflows/staging.yaml"], [], "tools are no environment"),
        (["deploy/prod/main.tf", "prod", "staging.md"], [], "only YAML is deployed"),
        (["dev.yaml", "a/qa/x.yaml", "uat/prod/y.yaml"], ["dev", "prod", "qa", "uat"], "a set"),
    ]) func `names of environments are found in directories and files`(
        paths: [String], expected: [String], reason: String
    ) {
        #expect(EnvironmentTokens(paths: paths).present.sorted() == expected, "\(reason)")
    }

    @Test func `the tokens of a path come outermost first`() {
        let tokens = EnvironmentTokens(paths: [
            "o/test/a.yaml", "o/prod/a.yaml", "src/test/b.yaml", "uat/prod/uat.yaml",
        ])
        #expect(tokens.tokens(ofPath: "o/test/other.yaml") == ["test"])
        #expect(tokens.tokens(ofPath: "src/test/b.yaml") == [])
        #expect(tokens.tokens(ofPath: "uat/prod/uat.yaml") == ["uat", "prod"])
        #expect(tokens.tokens(ofPath: "uat/prod/README.md") == [])
    }

    @Test func `the names of production are among the known names`() {
        #expect(EnvironmentTokens.productionClass.isSubset(of: EnvironmentTokens.known))
    }
}

import Testing

/// Fields of an ImagePolicy with the variables of a Flux Kustomization filled in.
@Suite struct SubstitutionTests {
    /// Expectations follow fluxcd/pkg, `envsubst`.
    @Test(arguments: [
        ("${a}", "one"), ("x-${a}-y", "x-one-y"), ("${a}${b}", "onetwo"), ("$a", "$a"),
        ("$${a}", "${a}"), ("$$a", "$a"), ("$$$$", "$$"), ("$$${a}", "$one"), ("a$", "a$"),
        ("${none}", ""), ("${empty}", ""),
        ("${none:=d}", "d"), ("${none:-d}", "d"), ("${none=d}", "d"), ("${none:?d}", "d"),
        ("${none:+d}", "d"), ("${a:=d}", "one"), ("${empty:=d}", "d"), ("${none:=}", ""),
        ("${none:=${b}}", "two"), ("${none:=x-${b}-y}", "x-two-y"),
        ("${none:=${no:=deep}}", "deep"),
        ("${a^}", "One"), ("${a^^}", "ONE"), ("${A,}", "oNE"), ("${A,,}", "one"), ("${#a}", "3"),
        ("${a:1}", "ne"), ("${a:1:1}", "n"), ("${a:-1}", "one"), ("${a:9}", ""),
        ("${a:0:9}", "one"),
        ("${l/o/0}", "f0oo"), ("${l//o/0}", "f000"), ("${l/#f/g}", "gooo"), ("${l/%o/x}", "foox"),
        ("${l#f}", "ooo"), ("${l%oo}", "fo"), ("${l##x}", "fooo"),
        ("${secret}", "unknown"), ("${secret:=d}", "unknown"), ("${none:=${secret}}", "unknown"),
        ("${a:=${secret}}", "one"), ("${l#f*}", "unknown"),
        ("${a", "unknown"), ("${}", "unknown"), ("${a-d}", "unknown"), ("${.Values}", "unknown"),
        ("a\\nb", "a\\nb"),
    ])
    func `texts are substituted`(_ text: String, _ result: String) {
        let repository = Repository([
            "app/p.yaml": policy("a", in: "n") + "  field: '\(text)'\n",
            "k.yaml": flux(
                "k", path: "./app",
                """
                postBuild:
                  substituteFrom: [{kind: Secret, name: s}]
                  substitute: {a: one, b: two, A: ONE, l: fooo, empty: ""}
                """),
            "s.yaml": """
            apiVersion: v1
            kind: Secret
            metadata: {name: s}
            stringData: {secret: "ENC[x]"}
            """,
        ])
        #expect(repository.fields("spec", "field") == [result])
    }

    @Test func `nothing is substituted without variables`() {
        let files: KeyValuePairs = [
            "app/p.yaml": policy("a", in: "n") + "  field: '${ts} $$'\n",
            "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {}}"),
        ]
        #expect(Repository(files).fields("spec", "field") == ["${ts} $$"])
    }

    @Test func `variables in a file that no root builds stay as written`() {
        let files: KeyValuePairs = ["p.yaml": policy("a", in: "n") + "  field: '${ts}'\n"]
        #expect(Repository(files).fields("spec", "field") == ["${ts}"])
    }

    @Test func `an annotation turns substitution off`() {
        let files: KeyValuePairs = [
            "app/p.yaml": policy(
                "a", in: "n",
                metadata: "  annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}")
                + "  field: '${ts}'\n",
            "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {ts: x}}"),
        ]
        #expect(Repository(files).fields("spec", "field") == ["${ts}"])
    }

    @Test func `deep nesting of variables is unknown`() {
        let text = String(repeating: "${none:=", count: 10_000)
        let files: KeyValuePairs = [
            "app/p.yaml": policy("a", in: "n") + "  field: '\(text)'\n",
            "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {a: x}}"),
        ]
        #expect(Repository(files).fields("spec", "field") == ["unknown"])
    }
}

import Testing

/// Namespaces and names through kustomizations.
@Suite struct KustomizeNamesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: KeyValuePairs<String, String>
        let policies: [String]

        init(
            _ description: String, _ files: KeyValuePairs<String, String>, _ policies: [String]
        ) {
            testDescription = description
            self.files = files
            self.policies = policies
        }
    }

    @Test(arguments: cases)
    func `policies get their names`(_ example: Case) {
        #expect(Repository(example.files).policies == example.policies)
    }

    /// A policy below a kustomization with a transformer in a file of its own.
    private static func transformed(_ transformer: String) -> KeyValuePairs<String, String> {
        [
            "kustomization.yaml": "resources: [p.yaml]\ntransformers: [t.yaml]\n",
            "p.yaml": policy("p", in: "n"), "t.yaml": transformer,
        ]
    }

    private static let cases = [
        Case("nothing builds it", ["p.yaml": policy("a", in: "x")], ["x/a"]),
        Case("nothing names its namespace", ["p.yaml": policy("a")], ["-/a"]),
        Case(
            "the outermost of three namespaces wins",
            [
                "base/kustomization.yaml": "resources: [p.yaml]\nnamespace: one\n",
                "base/p.yaml": policy("a", in: "zero"),
                "mid/kustomization.yaml": "resources: [../base]\nnamespace: two\n",
                "top/kustomization.yaml": "bases: [../mid]\nnamespace: three\n",
            ], ["three/a"]),
        Case(
            "a level without namespace passes it on",
            [
                "base/kustomization.yaml": "resources: [p.yaml]\nnamespace: one\n",
                "base/p.yaml": policy("a"),
                "top/kustomization.yaml": "resources: [../base/]\n",
            ], ["one/a"]),
        Case(
            "prefixes and suffixes go around what is inside",
            [
                "base/kustomization.yaml":
                    "resources: [p.yaml]\nnamePrefix: b-\nnameSuffix: -c\n",
                "base/p.yaml": policy("a", in: "x"),
                "top/kustomization.yaml":
                    "resources: [../base]\nnamePrefix: t-\nnameSuffix: -u\n",
            ], ["x/t-b-a-c-u"]),
        Case(
            "one base, two overlays",
            [
                "base/kustomization.yaml": "resources: [p.yaml]\n",
                "base/p.yaml": policy("a"),
                "dev/kustomization.yaml": "resources: [../base]\nnamespace: dev\n",
                "prod/kustomization.yaml": "resources: [../base]\nnamespace: prod\n",
            ], ["dev/a", "prod/a"]),
        Case(
            "a diamond of two equal sides is one object",
            [
                "base/kustomization.yaml": "resources: [p.yaml]\n",
                "base/p.yaml": policy("a"),
                "l/kustomization.yaml": "resources: [../base]\n",
                "r/kustomization.yaml": "resources: [../base]\n",
                "top/kustomization.yaml": "resources: [../l, ../r]\nnamespace: n\n",
            ], ["n/a"]),
        Case(
            "a diamond of two prefixes is two objects",
            [
                "base/kustomization.yaml": "resources: [p.yaml]\n",
                "base/p.yaml": policy("a"),
                "l/kustomization.yaml": "resources: [../base]\nnamePrefix: l-\n",
                "r/kustomization.yaml": "resources: [../base]\nnamePrefix: r-\n",
                "top/kustomization.yaml": "resources: [../l, ../r]\nnamespace: n\n",
            ], ["n/l-a", "n/r-a"]),
        Case(
            "a component changes what its parent brings in, and what it brings in itself",
            [
                "c/kustomization.yaml":
                    "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n"
                    + "namespace: c\nnameSuffix: -c\nresources: [q.yaml]\n",
                "c/q.yaml": policy("q"),
                "top/kustomization.yaml": "resources: [p.yaml]\ncomponents: [../c]\n",
                "top/p.yaml": policy("p"),
            ], ["c/p-c", "c/q-c"]),
        Case(
            "later components change what earlier ones bring in",
            [
                "one/kustomization.yaml": "kind: Component\nresources: [q.yaml]\n",
                "one/q.yaml": policy("q"),
                "two/kustomization.yaml": "kind: Component\nnamePrefix: two-\n",
                "top/kustomization.yaml":
                    "components: [../one, ../two]\nnamespace: n\nnamePrefix: t-\n",
            ], ["n/t-two-q"]),
        Case(
            "earlier components do not change what later ones bring in",
            [
                "one/kustomization.yaml": "kind: Component\nnamePrefix: one-\n",
                "two/kustomization.yaml": "kind: Component\nresources: [q.yaml]\n",
                "two/q.yaml": policy("q"),
                "top/kustomization.yaml": "components: [../one, ../two]\nnamespace: n\n",
            ], ["n/q"]),
        Case(
            "a cycle ends",
            [
                "a/kustomization.yaml": "resources: [../b, p.yaml]\nnamespace: a\n",
                "a/p.yaml": policy("p"),
                "b/kustomization.yaml": "resources: [../a]\nnamespace: b\n",
            ], ["a/p"]),
        Case(
            "missing, remote and outside resources change nothing",
            [
                "kustomization.yaml":
                    "resources: [p.yaml, gone.yaml, gone, ../../up, "
                    + "'https://github.com/org/x//base?ref=v1']\nnamespace: n\n",
                "p.yaml": policy("p"),
            ], ["n/p"]),
        Case(
            "a transformer that is not followed may change everything",
            [
                "kustomization.yaml": "resources: [p.yaml]\ntransformers: [t.yaml]\n",
                "p.yaml": policy("p", in: "n"),
            ], ["?${}/?${}"]),
        Case(
            "an outer namespace wins over a transformer that is not followed",
            [
                "a/kustomization.yaml": "resources: [p.yaml]\ntransformers: [t.yaml]\n",
                "a/p.yaml": policy("p", in: "n"),
                "b/kustomization.yaml": "resources: [../a]\nnamespace: b\n",
            ], ["b/?${}"]),
        Case(
            "a transformer of an unknown kind may change everything",
            transformed("apiVersion: example.com/v1\nkind: Renamer\n"), ["?${}/?${}"]),
        Case(
            "a prefix for names of every kind",
            transformed(
                "apiVersion: builtin\nkind: PrefixTransformer\nprefix: v6-\n"
                    + "fieldSpecs: [{path: metadata/name}]\n"), ["n/v6-p"]),
        Case(
            "a prefix for names of another kind",
            transformed(
                "apiVersion: builtin\nkind: PrefixSuffixTransformer\nprefix: v6-\n"
                    + "fieldSpecs: [{path: metadata/name, kind: Deployment}]\n"), ["n/p"]),
        Case(
            "a namespace transformer moves whatever its field specs name",
            transformed(
                "apiVersion: builtin\nkind: NamespaceTransformer\nmetadata: {namespace: m}\n"
                    + "fieldSpecs: [{path: subjects, kind: RoleBinding}]\n"), ["m/p"]),
        Case(
            "a namespace transformer for objects without one",
            transformed(
                "apiVersion: builtin\nkind: NamespaceTransformer\nmetadata: {namespace: m}\n"
                    + "unsetOnly: true\n"), ["n/p"]),
        Case(
            "labels rename nothing",
            transformed(
                "apiVersion: builtin\nkind: LabelTransformer\nlabels: {a: b}\n"
                    + "fieldSpecs: [{path: metadata/labels, create: true}]\n"), ["n/p"]),
        Case(
            "a patch renames what it is for",
            transformed(
                "apiVersion: builtin\nkind: PatchTransformer\ntarget: {kind: ImagePolicy}\n"
                    + "patch: '[{op: replace, path: /metadata/name, value: q}]'\n"), ["n/q"]),
        Case(
            "a transformer that stands in the kustomization",
            [
                "kustomization.yaml": """
                resources: [p.yaml]
                transformers:
                  - |-
                    apiVersion: builtin
                    kind: SuffixTransformer
                    suffix: -x
                    fieldSpecs: [{path: metadata/name}]
                """,
                "p.yaml": policy("p", in: "n"),
            ], ["n/p-x"]),
        Case(
            "configurations rename nothing",
            [
                "kustomization.yaml": "resources: [p.yaml]\nconfigurations: [c.yaml]\n",
                "p.yaml": policy("p", in: "n"),
                "c.yaml": """
                nameReference:
                  - kind: ConfigMap
                    fieldSpecs: [{path: spec/valuesFrom/name, kind: HelmRelease}]
                varReference: [{path: spec/rules}]
                commonLabels: [{path: spec/selector, kind: Thing}]
                namePrefix: [{path: metadata/name}]
                """,
            ], ["n/p"]),
        Case(
            "replacements touch only their targets",
            [
                "kustomization.yaml": """
                resources: [p.yaml]
                replacements:
                  - source: {kind: ConfigMap, name: c}
                    targets:
                      - select: {kind: ImagePolicy}
                        fieldPaths: [metadata.namespace]
                      - select: {kind: Deployment}
                        fieldPaths: [metadata.name]
                """,
                "p.yaml": policy("p", in: "n"),
            ], ["?${}/p"]),
        Case(
            "charts and generators change no object that is there",
            [
                "kustomization.yaml": """
                resources: [p.yaml]
                helmCharts: [{name: x}]
                generators: [g.yaml]
                configMapGenerator: [{name: c, literals: [a=b]}]
                """,
                "p.yaml": policy("p", in: "n"),
            ], ["n/p"]),
    ]
}

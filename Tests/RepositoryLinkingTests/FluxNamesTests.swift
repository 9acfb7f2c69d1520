import Testing

/// Namespaces and names through Flux Kustomizations.
@Suite struct FluxNamesTests {
    typealias Case = KustomizeNamesTests.Case

    @Test(arguments: cases)
    func `policies get their names`(_ example: Case) {
        #expect(Repository(example.files).policies == example.policies)
    }

    private static let cases = [
        Case(
            "a path that begins with a variable does not tell which repository it is of",
            [
                "app/kustomization.yaml": "resources: [p.yaml]\nnamespace: inner\n",
                "app/p.yaml": policy("a"),
                "k.yaml": flux("k", path: "./${cluster}", "targetNamespace: target")
                    .replacing("name: flux-system}\n  path", with: "name: other}\n  path"),
            ], ["inner/a"]),
        Case(
            "a target namespace replaces the namespace of the kustomization that is built",
            [
                "app/kustomization.yaml": "resources: [p.yaml]\nnamespace: inner\n",
                "app/p.yaml": policy("a", in: "zero"),
                "k.yaml": flux("k", path: "./app", "targetNamespace: target"),
            ], ["target/a"]),
        Case(
            "name affixes replace those of the kustomization that is built",
            [
                "app/kustomization.yaml":
                    "resources: [p.yaml]\nnamespace: n\nnamePrefix: in-\nnameSuffix: -in\n",
                "app/p.yaml": policy("a"),
                "k.yaml": flux("k", path: "app/", "namePrefix: out-"),
            ], ["n/out-a-in"]),
        Case(
            "two Flux Kustomizations build one folder",
            [
                "app/kustomization.yaml": "resources: [p.yaml]\n",
                "app/p.yaml": policy("a"),
                "k.yaml": flux("k", path: "./app", "targetNamespace: one") + "---\n"
                    + flux("l", path: "./app", "targetNamespace: two"),
            ], ["one/a", "two/a"]),
        Case(
            "components are added",
            [
                "apps/web/kustomization.yaml": "resources: [p.yaml]\nnamespace: n\n",
                "apps/web/p.yaml": policy("a"),
                "components/c/kustomization.yaml":
                    "kind: Component\nnamePrefix: c-\nresources: [q.yaml]\n",
                "components/c/q.yaml": policy("q"),
                "k.yaml": flux("k", path: "./apps/web", "components: [../../components/c]"),
            ], ["n/c-a", "n/c-q"]),
        Case(
            "a folder without kustomization is built with all that lies in it",
            [
                "app/deep/er/p.yaml": policy("a"),
                "app/own/kustomization.yaml": "resources: [q.yaml]\nnamePrefix: own-\n",
                "app/own/q.yaml": policy("q"),
                "app/own/unlisted.yaml": policy("u", in: "u"),
                "k.yaml": flux("k", path: "./app", "targetNamespace: n"),
            ], ["n/a", "n/own-q", "u/u"]),
        Case(
            "a cluster that builds itself",
            [
                "clusters/one/flux-system/kustomization.yaml": "resources: [sync.yaml]\n",
                "clusters/one/flux-system/sync.yaml": flux("flux-system", path: "./clusters/one"),
                "clusters/one/apps.yaml": flux("apps", path: "./apps", "targetNamespace: n"),
                "apps/p.yaml": policy("a"),
            ], ["n/a"]),
        Case(
            "a Flux Kustomization that another builds is not built without that one's changes",
            [
                "apps/app.yaml": flux("app", path: "./bases/app"),
                "apps/kustomization.yaml": "resources: [app.yaml]\n",
                "bases/app/p.yaml": policy("a"),
                "flux/sync.yaml": flux(
                    "apps", path: "./apps",
                    """
                    patches:
                      - target: {kind: Kustomization}
                        patch: |
                          - op: add
                            path: /spec/targetNamespace
                            value: patched
                    """),
            ], ["patched/a"]),
        Case(
            "a Flux Kustomization is patched before it builds",
            [
                "clusters/one/sync.yaml": flux(
                    "flux-system", path: "./clusters/one",
                    """
                    patches:
                      - target: {kind: Kustomization, labelSelector: "!keep"}
                        patch: |
                          apiVersion: kustomize.toolkit.fluxcd.io/v1
                          kind: Kustomization
                          metadata: {name: any}
                          spec: {targetNamespace: patched}
                    """),
                "clusters/one/apps.yaml": flux("apps", path: "./apps"),
                "apps/p.yaml": policy("a"),
            ], ["patched/a"]),
        Case(
            "names are substituted",
            [
                "app/p.yaml": policy("a-${env}", in: "${ns}"),
                "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {env: dev, ns: n}}"),
            ], ["n/a-dev"]),
        Case(
            "a namespace is substituted after kustomize set it",
            [
                "app/kustomization.yaml": "resources: [p.yaml]\nnamespace: ${ns}\n",
                "app/p.yaml": policy("a"),
                "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {ns: n}}"),
            ], ["n/a"]),
        Case(
            "each Flux Kustomization substitutes its own values",
            [
                "app/p.yaml": policy("${app}", in: "n"),
                "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {app: a}}") + "---\n"
                    + flux("l", path: "./app", "postBuild: {substitute: {app: b}}"),
            ], ["n/a", "n/b"]),
        Case(
            "paths are substituted by whoever builds the Flux Kustomization",
            [
                "clusters/one/sync.yaml": flux(
                    "flux-system", path: "./clusters/one",
                    "postBuild: {substitute: {cluster: one}}"),
                "clusters/one/apps.yaml": flux("apps", path: "./apps/${cluster}"),
                "apps/one/p.yaml": policy("a", in: "one"),
                "apps/two/kustomization.yaml": "resources: [p.yaml]\nnamespace: two\n",
                "apps/two/p.yaml": policy("b"),
            ], ["one/a", "two/b"]),
        Case(
            "an unknown path may be any that fits",
            [
                "k.yaml": flux("k", path: "./apps/${cluster}", "targetNamespace: n"),
                "apps/one/p.yaml": policy("a"),
                "apps/two/p.yaml": policy("b"),
                "other/p.yaml": policy("c"),
            ], ["-/c", "n/a", "n/b"]),
        Case(
            "an unknown variable leaves a pattern",
            [
                "app/p.yaml": policy("a-${env}", in: "n"),
                "k.yaml": flux(
                    "k", path: "./app",
                    """
                    postBuild:
                      substituteFrom: [{kind: ConfigMap, name: elsewhere}]
                    """),
            ], ["n/?a-${env}"]),
        Case(
            "values come from ConfigMaps and Secrets of the repository, later ones first",
            [
                "app/p.yaml": policy("${a}-${b}-${c}-${d}", in: "n"),
                "k.yaml": flux(
                    "k", path: "./app",
                    """
                    postBuild:
                      substitute: {d: inline}
                      substituteFrom:
                        - {kind: ConfigMap, name: settings}
                        - {kind: Secret, name: secrets}
                    """),
                "settings.yaml": """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings, namespace: flux-system}
                data: {a: one, b: lost, d: lost}
                """,
                "secrets.yaml": """
                apiVersion: v1
                kind: Secret
                metadata: {name: secrets, namespace: flux-system}
                data: {b: dHdv}
                stringData: {c: three}
                """,
            ], ["n/one-two-three-inline"]),
        Case(
            "encrypted values are unknown",
            [
                "app/p.yaml": policy("${a}-${b}", in: "n"),
                "k.yaml": flux(
                    "k", path: "./app",
                    "postBuild:\n  substitute: {b: two}\n"
                        + "  substituteFrom: [{kind: Secret, name: secrets}]"),
                "secrets.yaml": """
                apiVersion: v1
                kind: Secret
                metadata: {name: secrets, namespace: flux-system}
                stringData: {a: "ENC[AES256_GCM,data:x]"}
                sops: {version: 3.8.1}
                """,
            ], ["n/?${a}-two"]),
        Case(
            "each cluster's settings are those next to it",
            [
                "clusters/one/k.yaml": flux(
                    "k", path: "./app",
                    "postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}"),
                "clusters/one/settings.yaml":
                    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
                    + "data: {env: one}\n",
                "clusters/two/settings.yaml":
                    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
                    + "data: {env: two}\n",
                "app/p.yaml": policy("a-${env}", in: "n"),
            ], ["n/a-one"]),
        Case(
            "an annotation turns substitution off",
            [
                "app/p.yaml": policy(
                    "a", in: "n",
                    metadata: "  annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}"),
                "app/q.yaml": policy("${v}", in: "n"),
                "k.yaml": flux("k", path: "./app", "postBuild: {substitute: {v: b}}"),
            ], ["n/a", "n/b"]),
        Case(
            "another repository's folders are not ours",
            [
                "k.yaml": """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: other, namespace: flux-system}
                spec:
                  sourceRef: {kind: GitRepository, name: other}
                  path: ./app
                  targetNamespace: wrong
                ---
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: GitRepository
                metadata: {name: other, namespace: flux-system}
                spec: {url: https://example.com/org/other}
                ---
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: GitRepository
                metadata: {name: flux-system, namespace: flux-system}
                spec: {url: "ssh://git@example.com/org/fleet.git"}

                """,
                "app/kustomization.yaml": "resources: [p.yaml]\nnamespace: right\n",
                "app/p.yaml": policy("a"),
            ], ["right/a"]),
    ]
}

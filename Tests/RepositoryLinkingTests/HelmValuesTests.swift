import ManifestFacts
import RepositoryLinking
import SourceText
import Testing

/// Images in values that HelmReleases take from objects, files and charts.
@Suite struct HelmValuesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Below `spec` of the HelmRelease.
        let spec: String
        /// Below the resources of its kustomization.
        let kustomization: String
        /// Every image that some root runs, with the file of its tag.
        let images: [String]

        init(_ description: String, _ spec: String, _ kustomization: String, _ images: [String]) {
            testDescription = description
            self.spec = spec
            self.kustomization = kustomization
            self.images = images
        }
    }

    @Test(arguments: generated + written + charts)
    func `images are those of all values together`(_ example: Case) {
        let model = RepositoryModel(Self.files(example))
        let images = model.deployedImages.compactMap { image -> String? in
            guard case .runs(let final) = image.outcome else { return nil }
            let tag = final.tag == .open ? "?" : final.tag.text ?? "-"
            return "\(final.name ?? "-"):\(tag) \(final.places.last?.path ?? "")"
        }
        #expect(Set(images).sorted() == example.images)
    }

    private static func files(_ example: Case) -> [String: String] {
        [
            "apps/kustomization.yaml":
                "namespace: apps\nresources: [release.yaml, objects.yaml]\n"
                + example.kustomization,
            "apps/release.yaml": """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata: {name: web}
            spec:
            \(example.spec)
            """,
            "apps/objects.yaml": """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: written}
            data:
              values.yaml: |
                image: {repository: org/web, tag: w1}
              folded.yaml: "image: {repository: org/web, tag: w2}"
              broken.yaml: |
                image: {{ .Values.image }}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: encrypted}
            stringData: {values.yaml: "ENC[AES256_GCM,data:abc]"}
            sops: {version: 3.9.0}
            """,
            "apps/low.yaml": "image: {repository: org/web, tag: f1}\n",
            "apps/high.yaml": "image: {tag: f2}\n",
            "apps/other.yaml": "replicas: 2\n",
            "apps/secret.yaml": "password: ENC[AES256_GCM,data:abc]\nsops: {version: 3.9.0}\n",
            "charts/web/values.yaml": """
            image: {repository: org/web, tag: c1}
            side: {enabled: false, image: {repository: org/side, tag: c1}}
            """,
            "charts/web/values-prod.yaml": "image: {tag: c2}\n",
        ]
    }

    private static func from(_ names: String...) -> String {
        "  valuesFrom: [" + names.map { "{kind: ConfigMap, name: \($0)}" }.joined(separator: ", ")
            + "]\n"
    }

    private static func generator(_ files: String, hash: Bool = false) -> String {
        "configMapGenerator: [{name: made, files: [\(files)]"
            + (hash ? "" : ", options: {disableNameSuffixHash: true}") + "}]\n"
    }

    static let generated = [
        Case(
            "a file", from("made"), generator("values.yaml=low.yaml"),
            ["org/web:f1 apps/low.yaml"]),
        Case(
            "a name with a hash that the HelmRelease does not name", from("made"),
            generator("values.yaml=low.yaml", hash: true), []),
        Case(
            "a name with a hash that kustomize writes into the HelmRelease", from("made"),
            generator("values.yaml=low.yaml", hash: true) + "configurations: [names.yaml]\n",
            ["org/web:f1 apps/low.yaml"]),
        Case(
            "a later source wins",
            "  valuesFrom: [{kind: ConfigMap, name: made, valuesKey: low.yaml}, "
                + "{kind: ConfigMap, name: made, valuesKey: high.yaml}]\n",
            generator("low.yaml, high.yaml"), ["org/web:f2 apps/high.yaml"]),
        Case(
            "the HelmRelease's own values win",
            from("made") + "  values: {image: {tag: own}}\n", generator("values.yaml=low.yaml"),
            ["org/web:own apps/release.yaml"]),
        Case(
            "an encrypted file shows its keys",
            "  valuesFrom: [{kind: ConfigMap, name: made, valuesKey: low.yaml}, "
                + "{kind: ConfigMap, name: made, valuesKey: secret.yaml}]\n",
            generator("low.yaml, secret.yaml"), ["org/web:f1 apps/low.yaml"]),
        Case("a key that is not there", from("made"), generator("low.yaml"), []),
        Case(
            "a file that is not there", from("made"), generator("values.yaml=missing.yaml"), []),
        Case(
            "an object that nobody takes", "  values: {}\n", generator("values.yaml=low.yaml"), []),
        Case(
            "one value that is no image",
            from("made").replacingLast(
                "]", with: ", {kind: Secret, name: absent, targetPath: database.password}]"),
            generator("values.yaml=low.yaml"), ["org/web:f1 apps/low.yaml"]),
        Case(
            "a tag that comes from somewhere unknown",
            from("made").replacingLast(
                "]", with: ", {kind: Secret, name: absent, targetPath: image.tag}]"),
            generator("values.yaml=low.yaml"), ["org/web:? apps/low.yaml"]),
    ]

    static let written = [
        Case("a literal block", from("written"), "", ["org/web:w1 apps/objects.yaml"]),
        Case(
            "a text in quotes",
            "  valuesFrom: [{kind: ConfigMap, name: written, valuesKey: folded.yaml}]\n", "",
            ["org/web:w2 apps/objects.yaml"]),
        Case(
            "a template",
            "  valuesFrom: [{kind: ConfigMap, name: written, valuesKey: broken.yaml}]\n", "", []),
        Case(
            "an encrypted Secret may override it",
            "  valuesFrom: [{kind: ConfigMap, name: written}, {kind: Secret, name: encrypted}]\n",
            "", ["org/web:? apps/objects.yaml"]),
        Case(
            "an optional object that nobody declares",
            "  valuesFrom: [{kind: ConfigMap, name: written}, "
                + "{kind: Secret, name: absent, optional: true}]\n",
            "", ["org/web:w1 apps/objects.yaml"]),
        Case(
            "a patch that takes values", "  values: {}\n",
            """
            patches:
              - target: {kind: HelmRelease}
                patch: |
                  - {op: add, path: /spec/valuesFrom, value: [{kind: ConfigMap, name: written}]}
            """, ["org/web:w1 apps/objects.yaml"]),
    ]

    private static func chart(_ name: String, _ values: String = "") -> String {
        "  chart: {spec: {chart: \(name), sourceRef: {kind: GitRepository, name: flux-system}"
            + "\(values)}}\n"
    }

    static let charts = [
        Case(
            "a chart's own values", chart("./charts/web"), "",
            [
                "org/web:c1 charts/web/values.yaml"
            ]),
        Case(
            "values files of a chart",
            chart(
                "charts/web", ", valuesFiles: [charts/web/values.yaml, charts/web/values-prod.yaml]"
            ),
            "", ["org/web:c2 charts/web/values-prod.yaml"]),
        Case(
            "values from an object over those of a chart", chart("./charts/web") + from("written"),
            "", ["org/web:w1 apps/objects.yaml"]),
        Case("a chart of elsewhere", chart("./charts/other"), "", []),
    ]
}

extension String {
    fileprivate func replacingLast(_ text: Character, with other: String) -> String {
        guard let place = lastIndex(of: text) else { return self }
        return self[..<place] + other + self[index(after: place)...]
    }
}

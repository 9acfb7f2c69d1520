import ManifestFacts
import Testing

/// Facts beyond image automation: Secrets, Receivers, Namespaces, mentions of policies.
@Suite struct SurroundingFactsTests {
    @Test(arguments: [
        ("stringData: {a: hunter2}", true), ("data: {a: aHVudGVyMg==}", true),
        ("data: {a: 'ENC[AES256_GCM,data:x]'}", false), ("data: {a: ''}", false),
        ("data: {a: }", false), ("stringData: {a: '${password}'}", false),
        ("stringData: {a: '{{ .password }}'}", false), ("stringData: {a: <password>}", false),
        ("data: {a: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t}", false),
        ("stringData: {a: '-----BEGIN PRIVATE KEY-----'}", true),
        ("stringData: {a: hunter2}\nsops: {version: 3.9.0}", false),
    ])
    func `values of Secrets are readable or not`(_ fields: String, _ isReadable: Bool) throws {
        let facts = facts("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n\(fields)\n")
        let entry = try #require(facts.secrets.first?.entries.first)
        #expect(entry.key == "a")
        #expect(entry.isReadable == isReadable)
    }

    @Test func `list entries in comments are read, and prose is not`() {
        let facts = facts(
            """
            resources:
              - a
              # - web
              #- ../base/api/   # once the database runs
            # - "quoted"
              # - not a path
              # Uncomment one after the other - see the README
              #
              - b # - c
            """, role: .kustomization)
        #expect(facts.commentedEntries == ["web", "../base/api", "quoted"])
    }

    @Test func `a SealedSecret is not a Secret`() {
        let sealed = facts(
            "apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nspec: {image: a}\n")
        #expect(sealed.reading == .parsed)
        #expect(sealed.secrets.isEmpty)
    }

    @Test func `files with Namespaces and Receivers are parsed`() {
        let text = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: apps}
            ---
            apiVersion: notification.toolkit.fluxcd.io/v1
            kind: Receiver
            metadata: {name: webhook}
            """
        #expect(facts(text).namespaces.map(\.object.identity.name) == ["apps"])
        #expect(facts(text).receivers.map(\.object.identity.name) == ["webhook"])
        #expect(FileFacts.canHoldLinks(Array(text.utf8), role: .yaml))
    }

    @Test(arguments: [
        """
        apiVersion: fluxcd.controlplane.io/v1
        kind: FluxInstance
        metadata: {name: flux}
        spec: {distribution: {version: 2.7.x}}
        """,
        "# Flux Version: 2.7.x\napiVersion: v1\nkind: Service\n",
    ]) func `files that say which release of Flux runs are parsed`(text: String) {
        #expect(facts(text).statedFluxVersions == ["2.7.x"])
        #expect(FileFacts.canHoldLinks(Array(text.utf8), role: .yaml))
    }

    @Test(arguments: [
        (#"image: a:1 # {"$imagepolicy": "ns:p"}"#, ["ns:p"]),
        (##"# image: a:1 # {"$imagepolicy": "ns:p:tag"}"##, ["ns:p:tag"]),
        (#"image: {{ .x }} # {"$imagepolicy": "ns:${app}"}"#, ["ns:${app}"]),
        (#"image: a:1 # {'$imagepolicy': 'ns:p'}"#, ["ns:p"]),
        (#"image: a:1 # see $imagepolicy in the docs"#, []),
        (
            "image: a:1\n# {\"$imagepolicy\": \"ns:p\"}\n# {\"$imagepolicy\": \"ns:q\"}",
            ["ns:p", "ns:q"]
        ),
    ])
    func `mentions of policies are found in any text`(_ text: String, _ mentions: [String]) {
        #expect(facts(text).mentionedPolicies == mentions)
    }

    @Test func `names of ImageRepositories in templates are found`() {
        let text = """
            apiVersion: fluxcd.controlplane.io/v1
            kind: ResourceSet
            spec:
              resources:
                - apiVersion: image.toolkit.fluxcd.io/v1
                  kind: ImageRepository
                  metadata: {name: << inputs.app >>-images}
            """
        let names = facts(text).templatedRepositoryNames
        #expect(names.count == 1)
        #expect(names.contains { $0.matches("shop-images") && !$0.matches("shop") })
        #expect(facts(text).templatedPolicyNames.isEmpty)
    }

    private func facts(_ text: String, role: FileRole = .yaml) -> FileFacts {
        FileFacts(bytes: Array(text.utf8), role: role)
    }
}

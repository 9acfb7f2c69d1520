import ArgumentParser
import Commands
import Testing

/// The output of flux 2.9 with `--export` for the same flags.
@Suite struct ManifestTests {
    static func head(_ labels: String...) throws(CreationError) -> ManifestHead {
        try ManifestHead(name: "podinfo", namespace: "apps", labels: labels)
    }

    @Test func `an ImageRepository has the fields of its flags`() throws {
        var flags = try NewImageRepository.Flags.parse([])
        flags.image = "registry.example.com:5000/app"
        #expect(
            try NewImageRepository(Self.head(), flags).manifest == """
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImageRepository
                metadata:
                  name: podinfo
                  namespace: apps
                spec:
                  image: registry.example.com:5000/app
                  interval: 1m0s

                """)
        flags.interval = "1h30m"
        flags.scanTimeout = "90s"
        flags.secretReference = "pull"
        flags.certificateReference = "tls"
        #expect(
            try NewImageRepository(Self.head("team=web,n=10", "b2=on"), flags).manifest == """
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImageRepository
                metadata:
                  labels:
                    b2: "on"
                    "n": "10"
                    team: web
                  name: podinfo
                  namespace: apps
                spec:
                  certSecretRef:
                    name: tls
                  image: registry.example.com:5000/app
                  interval: 1h30m0s
                  secretRef:
                    name: pull
                  timeout: 1m30s

                """)
    }

    @Test func `a policy has its filter and its order`() throws {
        var flags = try NewImagePolicy.Flags.parse([])
        flags.imageReference = "podinfo"
        flags.numerical = "asc"
        flags.filterPattern = "^main-[a-f0-9]+-(?P<ts>[0-9]+)"
        flags.filterExtract = "$ts"
        flags.reflectDigest = "Always"
        flags.interval = "10m"
        #expect(
            try NewImagePolicy(Self.head(), flags).manifest == """
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImagePolicy
                metadata:
                  name: podinfo
                  namespace: apps
                spec:
                  digestReflectionPolicy: Always
                  filterTags:
                    extract: $ts
                    pattern: ^main-[a-f0-9]+-(?P<ts>[0-9]+)
                  imageRepositoryRef:
                    name: podinfo
                  interval: 10m0s
                  policy:
                    numerical:
                      order: asc

                """)
    }

    @Test func `a policy with a filter and without extract has an empty extract`() throws {
        var flags = try NewImagePolicy.Flags.parse([])
        flags.imageReference = "podinfo"
        flags.semver = ">=1.0.0"
        flags.filterPattern = "5\\.0\\.0"
        #expect(
            try NewImagePolicy(Self.head(), flags).manifest.hasSuffix(
                """
                spec:
                  filterTags:
                    extract: ""
                    pattern: 5\\.0\\.0
                  imageRepositoryRef:
                    name: podinfo
                  policy:
                    semver:
                      range: '>=1.0.0'

                """))
    }

    @Test func `an automation has its branches and its message`() throws {
        var flags = try NewImageUpdateAutomation.Flags.parse([])
        flags.repositoryReference = "flux-system"
        flags.checkoutBranch = "main"
        flags.authorName = "flux"
        flags.authorEmail = "flux@example.com"
        let shortest = try NewImageUpdateAutomation(Self.head(), flags).manifest
        #expect(
            shortest.hasSuffix(
                """
                spec:
                  git:
                    checkout:
                      ref:
                        branch: main
                    commit:
                      author:
                        email: flux@example.com
                        name: flux
                  interval: 1m0s
                  sourceRef:
                    kind: GitRepository
                    name: flux-system

                """))
        flags.repositoryNamespace = "sources"
        flags.repositoryPath = "./clusters/my-cluster"
        flags.pushBranch = "image-updates"
        flags.commitTemplate =
            "update\n\n{{ range .Changed.Changes }}{{ println .NewValue }}{{ end }}"
        flags.signingKeySecret = "key"
        flags.signingKeyType = "ssh"
        let longest = try NewImageUpdateAutomation(Self.head(), flags).manifest
        #expect(
            longest.hasSuffix(
                """
                    commit:
                      author:
                        email: flux@example.com
                        name: flux
                      messageTemplate: |-
                        update

                        {{ range .Changed.Changes }}{{ println .NewValue }}{{ end }}
                      signingKey:
                        secretRef:
                          name: key
                        type: ssh
                    push:
                      branch: image-updates
                  interval: 1m0s
                  sourceRef:
                    kind: GitRepository
                    name: flux-system
                    namespace: sources
                  update:
                    path: ./clusters/my-cluster
                    strategy: Setters

                """))
    }
}

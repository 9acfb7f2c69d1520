import CheckPipeline
import Rules
import SourceText
import TagSnapshots
import TestSupport

@testable import Changes

/// A repository with a base that two environments build, each in a cluster of its own.
enum Sample {
    static func files(
        base: String = "ghcr.io/org/web:1.0.0", production: String = "1.4.1",
        pattern: String = "^1\\.[0-9]+\\.[0-9]+$", isSuspended: Bool = false
    ) -> [String: String] {
        var files = [
            "apps/base/kustomization.yaml": "resources: [web.yaml]\n",
            "apps/base/web.yaml": workload(base),
            "flux/policy.yaml": policy(pattern),
            "flux/automation.yaml": automation(isSuspended),
        ]
        for name in ["staging", "production"] {
            files["clusters/\(name)/flux-system/gotk-sync.yaml"] = sync(name)
            files["clusters/\(name)/apps.yaml"] = """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: apps, namespace: flux-system}
                spec:
                  path: ./apps/\(name)
                  sourceRef: {kind: GitRepository, name: flux-system}

                """
        }
        files["apps/staging/kustomization.yaml"] = """
            namespace: web
            resources: [../base]

            """
        files["apps/production/kustomization.yaml"] = """
            namespace: web
            resources: [../base]
            images:
              - name: ghcr.io/org/web
                newTag: \(production) # {"$imagepolicy": "flux-system:web:tag"}

            """
        return files
    }

    static func workload(_ image: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            spec:
              containers:
                - name: web
                  image: \(image)
                - name: proxy
                  image: ghcr.io/org/proxy:2.0.0

        """
    }

    private static func policy(_ pattern: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 5m}
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: {name: web, namespace: flux-system}
        spec:
          imageRepositoryRef: {name: web}
          filterTags: {pattern: '\(pattern)'}
          policy: {semver: {range: ">=1.0.0"}}

        """
    }

    private static func automation(_ isSuspended: Bool) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: {name: apps, namespace: flux-system}
        spec:
          interval: 30m
          suspend: \(isSuspended)
          sourceRef: {kind: GitRepository, name: flux-system}
          git:
            checkout: {ref: {branch: main}}
            commit: {author: {email: flux@example.com, name: flux}}
            push: {branch: main}
          update: {path: ./apps, strategy: Setters}

        """
    }

    private static func sync(_ cluster: String) -> String {
        """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: {name: flux-system, namespace: flux-system}
        spec: {interval: 1m, ref: {branch: main}, url: "https://example.com/fleet"}
        ---
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: flux-system, namespace: flux-system}
        spec:
          interval: 10m
          path: ./clusters/\(cluster)
          prune: true
          sourceRef: {kind: GitRepository, name: flux-system}

        """
    }

    static func snapshot(_ files: [String: String]) -> Snapshot {
        Snapshot(files: files.mapValues { Array($0.utf8) })
    }

    static func diff(
        from former: [String: String], to latter: [String: String], tags: TagSnapshot = .empty
    ) async throws -> DeploymentDiff {
        let check = RepositoryCheck(rules: allRules, workerCount: 1, tags: tags)
        return await DeploymentDiff(
            of: try await check.models(of: snapshot(latter), since: snapshot(former)))
    }
}

import Foundation
import TestSupport
import Testing

/// The commands of `docs/promotion.md`, with a real registry, and a cluster that has what main has.
@Suite(.enabled(if: RealRegistry.isThere, "docker-registry and skopeo are not installed"))
struct PromotionWalkthroughTests {
    @Test func `every command of the page prints what the page shows`() throws {
        let home = try TemporaryDirectory()
        let shell = GitFixture(at: "work", in: home)
        try FileManager.default.createDirectory(
            atPath: shell.path, withIntermediateDirectories: false)
        try shell.putSluiceOnPath()
        let registry = try RealRegistry(storage: try TemporaryDirectory())
        let host = "127.0.0.1:\(registry.port)"
        try push(
            "2026-01-01", ["staging", "production"].map { "\($0)-v1.4.1-1a2b3c4-1700000000" }, host)
        try push("2026-01-02", ["staging-v1.4.2-2d3fcbd-1700000900"], host)
        try home.writeProgram("bin/kubectl", Self.kubectl)
        _ = try WalkthroughPage("docs/promotion.md").run(
            in: shell,
            with: [
                "SOURCE_DATE_EPOCH": "1767225600", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
                "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
            ]
        ) {
            $0.replacing("ghcr.io", with: host)
        } shown: {
            // Columns are as wide as their widest text.
            $0.replacing(host, with: "ghcr.io").replacing(/sha256:[0-9a-f]{64}/, with: "sha256:…")
                .replacing(/[ ]{2,}/, with: "  ")
        }
    }

    private func push(_ day: String, _ tags: [String], _ host: String) throws {
        let layout = try ImageLayout(created: "\(day)T00:00:00Z")
        for tag in tags {
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all", "docker://\(host)/org/web:\(tag)")
        }
    }

    /// Prints the objects of a kind, as a cluster has them that has applied main.
    private static let kubectl = """
        #!/usr/bin/python3
        import json, re, subprocess, sys

        def git(*words):
            return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout

        commit = git("rev-parse", "origin/main").strip()
        revision = f"main@sha1:{commit}"
        text = git("show", "origin/main:apps/production/kustomization.yaml")
        name = re.search("name: (\\\\S+)", text)[1]
        tag = re.search("newTag: (\\\\S+)", text)[1]
        ready = [{"type": "Ready", "status": "True", "reason": "Succeeded", "observedGeneration": 1}]

        def item(api, kind, name, status, spec={}, namespace="flux-system", **metadata):
            return {
                "apiVersion": api, "kind": kind, "spec": spec,
                "metadata": {"name": name, "namespace": namespace, "generation": 1, **metadata},
                "status": {"observedGeneration": 1, "conditions": ready, **status},
            }

        containers = {"containers": [{"name": "web", "image": f"{name}:{tag}"}]}
        applied = {"lastAppliedRevision": revision, "lastAttemptedRevision": revision}
        labels = {"app": "web", "pod-template-hash": "7d9c5b6f4"}
        owner = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-7d9c5b6f4",
                  "uid": "rs", "controller": True}]
        items = {
            "imagepolicies": [item(
                "image.toolkit.fluxcd.io/v1", "ImagePolicy", "web-production",
                {"latestRef": {"name": name, "tag": tag}})],
            "gitrepositories": [item(
                "source.toolkit.fluxcd.io/v1", "GitRepository", "flux-system",
                {"artifact": {"revision": revision}})],
            "kustomizations": [item(
                "kustomize.toolkit.fluxcd.io/v1", "Kustomization", "production",
                {**applied, "inventory": {"entries": [
                    {"id": "production_web_apps_Deployment", "v": "v1"}]}},
                {"path": "./apps/production",
                 "sourceRef": {"kind": "GitRepository", "name": "flux-system"}})],
            "deployments": [item(
                "apps/v1", "Deployment", "web",
                {"replicas": 1, "updatedReplicas": 1, "readyReplicas": 1, "availableReplicas": 1},
                {"replicas": 1, "selector": {"matchLabels": {"app": "web"}},
                 "template": {"metadata": {"labels": {"app": "web"}}, "spec": containers}},
                "production")],
            "pods": [item(
                "v1", "Pod", "web-7d9c5b6f4-x2k4p",
                {"phase": "Running", "containerStatuses": [
                    {"name": "web", "image": f"{name}:{tag}", "ready": True, "state": {"running": {}},
                     "imageID": name + "@sha256:" + "a" * 64}]},
                containers, "production", labels=labels, ownerReferences=owner)],
        }
        resource = sys.argv[3].split(".")[0]
        print(json.dumps({"apiVersion": "v1", "kind": "List", "items": items.get(resource, [])}))

        """
}

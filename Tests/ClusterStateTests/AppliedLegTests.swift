import Testing

@testable import ClusterState

/// Committed to Git, and applied to the cluster.
@Suite struct AppliedLegTests {
    private func leg(
        _ name: String = "web", _ edit: (inout ClusterScene) -> Void
    ) async throws -> Leg {
        var scene = try ClusterScene()
        edit(&scene)
        return try await scene.row(name).applied
    }

    private static func revision(_ commit: String) -> String { "main@sha1:\(commit)" }

    @Test(arguments: [
        "main@sha1:", "feature/a@b/c@sha1:", "v1@sha1:", "main/", "feature/x/", "sha1:",
    ]) func `a revision that is the commit has applied it`(_ prefix: String) async throws {
        let leg = try await leg {
            $0.set("Kustomization/apps", "status.lastAppliedRevision", prefix + ClusterScene.commit)
        }
        #expect(leg.verdict == .yes, "\(leg.reason)")
    }

    @Test func `a revision that contains the commit has applied it`() async throws {
        let later = String(repeating: "2", count: 40)
        let leg = try await leg {
            $0.set("Kustomization/apps", "status.lastAppliedRevision", Self.revision(later))
            $0.history.contained[later] = [ClusterScene.commit]
        }
        #expect(
            leg == .yes("the Kustomization `flux-system/apps` has applied `main@2222222`"))
    }

    @Test func `an older revision has not applied it`() async throws {
        let leg = try await leg {
            $0.set(
                "Kustomization/apps", "status.lastAppliedRevision",
                Self.revision(ClusterScene.older))
        }
        #expect(
            leg
                == .no(
                    "the Kustomization `flux-system/apps` has applied `main@0000000`, which lacks "
                        + "`1111111`: it is not there yet"))
    }

    /// A comment or another value of the same file changed since.
    @Test func `a later change of something else in the file does not matter`() async throws {
        let text = String(
            decoding: try ClusterScene().repository["apps/web.yaml"] ?? [], as: UTF8.self)
        func leg(before: String) async throws -> Leg {
            try await self.leg { scene in
                let older = ClusterScene.older
                scene.set(
                    "Kustomization/apps", "status.lastAppliedRevision", Self.revision(older))
                scene.history.changes["apps/web.yaml"] = [ClusterScene.commit, older]
                scene.history.files["\(ClusterScene.commit):apps/web.yaml"] = text
                scene.history.files["\(older):apps/web.yaml"] = before
            }
        }
        #expect(
            try await leg(before: text.replacing("replicas: 2", with: "replicas: 1")).verdict
                == .yes)
        #expect(try await leg(before: text.replacing("1.4.2", with: "1.4.1")).verdict == .no)
    }

    @Test func `a revision that the clone lacks is unknown`() async throws {
        let leg = try await leg { $0.history.absent = [ClusterScene.commit] }
        #expect(
            leg
                == .unknown(
                    "this clone lacks `main@1111111`, which the Kustomization `flux-system/apps` "
                        + "has applied; fetch first"))
    }

    @Test func `a revision that is no commit is unknown`() async throws {
        let leg = try await leg {
            $0.set("Kustomization/apps", "status.lastAppliedRevision", "latest@sha256:\u{1B}[31m")
        }
        #expect(leg.verdict == .unknown && leg.reason.contains("which is no commit"))
    }

    @Test func `the origin of an artifact from Git is its revision`() async throws {
        let leg = try await leg {
            $0.set("Kustomization/apps", "spec.sourceRef.kind", "OCIRepository")
            $0.set("Kustomization/apps", "status.lastAppliedRevision", "latest@sha256:abc")
            $0.set(
                "Kustomization/apps", "status.lastAppliedOriginRevision",
                Self.revision(ClusterScene.commit))
        }
        #expect(leg.verdict == .yes)
    }

    @Test func `the reason for not applying is named`() async throws {
        func reason(_ edit: (inout ClusterScene) -> Void) async throws -> String {
            let leg = try await leg {
                $0.set(
                    "Kustomization/apps", "status.lastAppliedRevision",
                    Self.revision(ClusterScene.older))
                edit(&$0)
            }
            #expect(leg.verdict == .no)
            return String(leg.reason.drop { $0 != ":" }.dropFirst(2))
        }
        #expect(
            try await reason { $0.set("Kustomization/apps", "spec.suspend", true) }
                == "it is suspended")
        #expect(
            try await reason {
                $0.setCondition(
                    "Kustomization/apps", "False", "HealthCheckFailed", "timeout waiting")
            } == "`HealthCheckFailed`: timeout waiting")
        #expect(
            try await reason {
                $0.set(
                    "GitRepository/flux-system", "status.artifact.revision",
                    Self.revision(ClusterScene.older))
            }
                == "the GitRepository `flux-system/flux-system` has fetched `main@0000000` so far; "
                + "is it pushed?")
        #expect(
            try await reason {
                $0.set(
                    "GitRepository/flux-system", "status.artifact.revision",
                    Self.revision(ClusterScene.older))
                $0.setCondition(
                    "GitRepository/flux-system", "False", "AuthenticationFailed", "bad key")
            }
                == "the GitRepository `flux-system/flux-system` has fetched `main@0000000`, and "
                + "fails: `AuthenticationFailed`: bad key")
        #expect(
            try await reason { $0.set("GitRepository/flux-system", "spec.suspend", true) }
                == "the GitRepository `flux-system/flux-system` is suspended")
    }

    /// Ready may be False of the generation before, and True of it.
    @Test func `conditions of an older generation are not trusted`() async throws {
        let older = try await leg {
            $0.set("Kustomization/apps", "metadata.generation", 2)
        }
        #expect(
            older
                == .unknown(
                    "the status of the Kustomization `flux-system/apps` is of generation 1, and "
                        + "its spec of 2"))
        let condition = try await leg {
            $0.set("Kustomization/apps", "metadata.generation", 2)
            $0.set("Kustomization/apps", "status.observedGeneration", 2)
            $0.setCondition("Kustomization/apps", "False", "BuildFailed", "old", generation: 1)
        }
        #expect(
            condition == .yes("the Kustomization `flux-system/apps` has applied `main@1111111`"))
    }

    @Test func `a later failure is a remark`() async throws {
        let leg = try await leg {
            $0.setCondition("Kustomization/apps", "False", "BuildFailed", "bad patch")
        }
        #expect(
            leg
                == .yes(
                    "the Kustomization `flux-system/apps` has applied `main@1111111`, but fails "
                        + "now: `BuildFailed`: bad patch"))
    }

    @Test func `a Kustomization that is not in the list is unknown`() async throws {
        let leg = try await leg { $0.remove("Kustomization/apps") }
        #expect(leg == .unknown("the cluster's list has no Kustomization `flux-system/apps`"))
        let moved = try await self.leg { $0.set("Kustomization/apps", "spec.path", "./other") }
        #expect(
            moved
                == .unknown(
                    "the Kustomization `flux-system/apps` applies `./other`, not `./apps`"))
    }

    // MARK: HelmReleases

    @Test func `a release that was rolled back is not applied`() async throws {
        let leg = try await leg("worker") {
            $0.setCondition(
                "HelmRelease/worker", "False", "RollbackSucceeded", "rolled back to apps/worker.v3")
        }
        #expect(
            leg
                == .no(
                    "Helm took the HelmRelease `apps/worker` back: `RollbackSucceeded`: rolled "
                        + "back to apps/worker.v3"))
    }

    @Test func `a release that fails is not applied`() async throws {
        let failed = try await leg("worker") {
            $0.setCondition("HelmRelease/worker", "False", "UpgradeFailed", "timed out")
        }
        #expect(
            failed
                == .no("the HelmRelease `apps/worker` fails: `UpgradeFailed`: timed out"))
        let values = try await leg("worker") {
            $0.set("HelmRelease/worker", "status.lastAttemptedConfigDigest", "sha256:9")
        }
        #expect(
            values == .no("the last release of the HelmRelease `apps/worker` is of other values"))
        let state = try await leg("worker") {
            $0.set("HelmRelease/worker", "status.history.0.status", "pending-upgrade")
        }
        #expect(
            state
                == .no("the last release of the HelmRelease `apps/worker` is `pending-upgrade`"))
    }

    @Test func `a release in progress is unknown`() async throws {
        let stale = try await leg("worker") {
            $0.set("HelmRelease/worker", "metadata.generation", 2)
        }
        #expect(stale.verdict == .unknown && stale.reason.contains("generation 1"))
        let running = try await leg("worker") {
            $0.setCondition("HelmRelease/worker", "Unknown", "Progressing")
        }
        #expect(running == .unknown("the HelmRelease `apps/worker` is not ready yet"))
        let absent = try await leg("worker") { $0.removeAll(ofKind: "HelmRelease") }
        #expect(absent == .unknown("the cluster's list has no HelmRelease `worker`"))
    }

    @Test func `a suspended release does not take what is applied`() async throws {
        let leg = try await leg("worker") {
            $0.set("HelmRelease/worker", "metadata.generation", 2)
            $0.set("HelmRelease/worker", "spec.suspend", true)
        }
        #expect(leg == .no("the HelmRelease `apps/worker` is suspended"))
    }
}

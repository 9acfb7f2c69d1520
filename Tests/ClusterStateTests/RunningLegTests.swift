import ImageReferences
import RepositoryLinking
import Testing

@testable import ClusterState

/// Applied to the cluster, and running there.
@Suite struct RunningLegTests {
    private static let pod = "Pod/web-7d9c5b6f4-x2k4p"
    private static let digest = "sha256:" + String(repeating: "a", count: 64)
    private static let other = "sha256:" + String(repeating: "f", count: 64)

    private func leg(
        _ name: String = "web", _ edit: (inout ClusterScene) -> Void
    ) async throws -> Leg {
        var scene = try ClusterScene()
        edit(&scene)
        return try await scene.row(name).running
    }

    private static let question = ImageQuestion(
        name: "registry.example.com/web", reference: "1.4.2")

    private static func content(_ digest: String, _ children: [String] = []) -> ImageContent {
        guard let digest = Digest(digest) else { return .failed("no digest") }
        return .known(digest, children: Set(children.compactMap { Digest($0) }))
    }

    // MARK: Digests

    @Test func `without a digest the tag alone counts, and says so`() async throws {
        #expect(
            try await leg { _ in }
                == .yes(
                    "2 pods of the Deployment `apps/web`: `sha256:aaaaaaaaaaaa`, by the tag alone"))
    }

    @Test func `several digests of one tag are unknown`() async throws {
        let leg = try await leg {
            $0.set(
                Self.pod, "status.containerStatuses.0.imageID",
                "registry.example.com/web@\(Self.other)")
        }
        #expect(
            leg
                == .unknown(
                    "the pods of the Deployment `apps/web` run several images of the tag `1.4.2`; "
                        + "--registry tells which it is now"))
    }

    @Test(arguments: [
        "registry.example.com/web@", "docker-pullable://registry.example.com/web@",
        "mirror.internal:5000/cache/web@", "containerd://registry.example.com/web@",
    ]) func `the digest of the policy is what has to run`(_ form: String) async throws {
        func leg(_ digest: String) async throws -> Leg {
            try await self.leg { scene in
                scene.set("ImagePolicy/web", "status.latestRef.digest", Self.digest)
                scene.set(Self.pod, "status.containerStatuses.0.imageID", form + digest)
            }
        }
        #expect(
            try await leg(Self.digest)
                == .yes("2 pods of the Deployment `apps/web`: `sha256:aaaaaaaaaaaa`"))
        #expect(
            try await leg(Self.other)
                == .unknown(
                    "the Pod `apps/web-7d9c5b6f4-x2k4p` runs `sha256:ffffffffffff`, which may be one "
                        + "platform of `sha256:aaaaaaaaaaaa`; --registry tells"))
    }

    @Test func `an image of the index is the index`() async throws {
        let leg = try await leg {
            $0.contents[Self.question] = Self.content(Self.other, [Self.digest])
        }
        #expect(
            leg
                == .yes(
                    "2 pods of the Deployment `apps/web`: `sha256:aaaaaaaaaaaa`, an image of the index "
                        + "`sha256:ffffffffffff`"))
    }

    @Test func `a digest that the registry does not have there does not run`() async throws {
        let leg = try await leg { $0.contents[Self.question] = Self.content(Self.other) }
        #expect(
            leg
                == .no(
                    "the Pod `apps/web-7d9c5b6f4-x2k4p` runs `sha256:aaaaaaaaaaaa`, not "
                        + "`sha256:ffffffffffff`"))
    }

    @Test func `a registry that does not answer leaves it unknown`() async throws {
        let leg = try await leg { $0.contents[Self.question] = .failed("no route to host") }
        #expect(leg == .unknown("no route to host"))
    }

    @Test(arguments: ["docker://", ""])
    func `the id of a local image is no digest`(_ scheme: String) async throws {
        let leg = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef.digest", Self.digest)
            $0.set(Self.pod, "status.containerStatuses.0.imageID", scheme + Self.digest)
        }
        #expect(leg.verdict == .unknown && leg.reason.contains("which no registry knows"))
    }

    @Test func `a digest in Git has to be in the workload and in the pods`() async throws {
        func leg(_ edit: (inout ClusterScene) -> Void) async throws -> Leg {
            try await self.leg { scene in
                let text = String(
                    decoding: scene.repository["apps/web.yaml"] ?? [], as: UTF8.self)
                scene.write(
                    "apps/web.yaml",
                    text.replacing("web:1.4.2", with: "web:1.4.2@\(Self.digest)"))
                edit(&scene)
            }
        }
        #expect(
            try await leg { _ in }
                == .no("the Deployment `apps/web` has `registry.example.com/web:1.4.2`"))
        let image = "registry.example.com/web@\(Self.digest)"
        let pods = [Self.pod, "Pod/web-7d9c5b6f4-m9z7q"]
        #expect(
            try await leg { scene in
                scene.set("Deployment/web", "spec.template.spec.containers.0.image", image)
                for pod in pods { scene.set(pod, "spec.containers.0.image", image) }
            } == .yes("2 pods of the Deployment `apps/web`: `sha256:aaaaaaaaaaaa`"))
    }

    // MARK: Workloads

    @Test func `a workload with another image does not run it`() async throws {
        let leg = try await leg {
            $0.set(
                "Deployment/web", "spec.template.spec.containers.0.image",
                "registry.example.com/web:1.4.1")
        }
        #expect(leg == .no("the Deployment `apps/web` has `registry.example.com/web:1.4.1`"))
    }

    @Test func `another name of the image is not taken for it`() async throws {
        let mirrored = try await leg {
            $0.set(
                "Deployment/web", "spec.template.spec.containers.0.image",
                "mirror.internal/web:1.4.2")
        }
        #expect(
            mirrored == .unknown("the Deployment `apps/web` has `1.4.2` under another name only"))
        let gone = try await leg {
            $0.set(
                "Deployment/web", "spec.template.spec.containers.0.image", "mirror.internal/web:1")
        }
        #expect(gone == .no("the Deployment `apps/web` has no container of this image"))
    }

    @Test func `an unfinished rollout is not live`() async throws {
        let pods = try await leg { $0.set("Deployment/web", "status.updatedReplicas", 1) }
        #expect(pods == .no("the Deployment `apps/web`: 1 of 2 pods are updated"))
        let left = try await leg { $0.set("Deployment/web", "status.replicas", 3) }
        #expect(left == .no("the Deployment `apps/web`: old pods are left: 1"))
        let stuck = try await leg {
            $0.set("Deployment/web", "status.updatedReplicas", 1)
            $0.set(
                Self.pod, "status.containerStatuses.0.state",
                ["waiting": ["reason": "ImagePullBackOff"]])
        }
        #expect(
            stuck
                == .no(
                    "the Deployment `apps/web`: 1 of 2 pods are updated; the Pod "
                        + "`apps/web-7d9c5b6f4-x2k4p`: `web` is waiting: `ImagePullBackOff`"))
    }

    @Test func `a pod of the former version that lingers is not live`() async throws {
        func leg(_ edit: (inout ClusterScene) -> Void) async throws -> Leg {
            try await self.leg { scene in
                scene.set(Self.pod, "spec.containers.0.image", "registry.example.com/web:1.4.1")
                edit(&scene)
            }
        }
        #expect(
            try await leg { _ in }
                == .no(
                    "the Pod `apps/web-7d9c5b6f4-x2k4p` still has `registry.example.com/web:1.4.1`")
        )
        // One that ends already is none of the two that are wanted.
        #expect(
            try await leg {
                $0.set(Self.pod, "metadata.deletionTimestamp", "2026-01-05T10:02:00Z")
            } == .unknown("the cluster's list has 1 of 2 pods of the Deployment `apps/web`"))
    }

    /// Mutating webhooks make a pod pull from a mirror.
    @Test func `a pod whose image names a mirror runs the image`() async throws {
        let leg = try await leg {
            $0.set(Self.pod, "spec.containers.0.image", "mirror.internal/web:1.4.2")
            $0.set(Self.pod, "status.containerStatuses.0.image", "sha256:123")
        }
        #expect(leg.verdict == .yes)
    }

    @Test func `pods that are not in the list are unknown`() async throws {
        let absent = try await leg { $0.removeAll(ofKind: "Pod") }
        #expect(
            absent == .unknown("the cluster's list has no Pod of the Deployment `apps/web`"))
        let forbidden = try await leg {
            $0.removeAll(ofKind: "Pod")
            $0.failures["Pod"] = "pods is forbidden"
        }
        #expect(forbidden == .unknown("Pod objects could not be read: pods is forbidden"))
    }

    @Test func `a workload that is not in the list is unknown`() async throws {
        let leg = try await leg { $0.removeAll(ofKind: "Deployment") }
        #expect(leg == .unknown("the cluster's list has no Deployment `web`"))
        let release = try await self.leg("worker") { $0.removeAll(ofKind: "Deployment") }
        #expect(
            release
                == .unknown(
                    "no workload of the HelmRelease `apps/worker` in the cluster's list has the "
                        + "image"))
    }

    @Test func `names that kustomizations change are found`() async throws {
        func leg(_ edit: (inout ClusterScene) -> Void) async throws -> Leg {
            try await self.leg { scene in
                scene.set("Deployment/web", "metadata.name", "production-web")
                for pod in ["x2k4p", "m9z7q"] {
                    scene.set(
                        "Pod/web-7d9c5b6f4-\(pod)", "metadata.ownerReferences.0.name",
                        "production-web-7d9c5b6f4")
                }
                edit(&scene)
            }
        }
        #expect(try await leg { _ in }.verdict == .yes)
        // Git has an object of that name: it is another one.
        let text = String(
            decoding: try ClusterScene().repository["apps/web.yaml"] ?? [], as: UTF8.self)
        #expect(
            try await leg {
                $0.write(
                    "apps/other.yaml",
                    text.replacing(
                        "name: web\n  namespace", with: "name: production-web\n  namespace"
                    )
                    .replacing("registry.example.com/web", with: "other.example.com/site"))
            } == .unknown("the cluster's list has no Deployment `web`"))
    }

    /// A chart has the name, and another repository the policy.
    @Test func `the policy of the cluster tells a name that Git does not`() async throws {
        var scene = try ClusterScene()
        let worker = String(decoding: scene.repository["apps/worker.yaml"] ?? [], as: UTF8.self)
        scene.write(
            "apps/worker.yaml",
            worker.replacing("      repository: registry.example.com/worker\n", with: ""))
        scene.repository["images/images.yaml"] = nil
        func leg() async throws -> Leg? {
            try await scene.verification().rows
                .first { $0.image.following?.policy.name == "worker" }?.running
        }
        #expect(try await leg()?.verdict == .yes)
        scene.remove("ImagePolicy/worker")
        #expect(
            try await leg()
                == .unknown("neither Git nor a policy of the cluster tells the image's name"))
    }

    @Test func `other clusters are not in the list`() async throws {
        let all = try await leg { $0.set("Kustomization/apps", "spec.kubeConfig", ["a": "b"]) }
        #expect(
            all == .unknown("the Kustomization `flux-system/apps` applies to another cluster"))
        let release = try await leg("worker") {
            $0.set("HelmRelease/worker", "spec.kubeConfig", ["a": "b"])
        }
        #expect(
            release == .unknown("the HelmRelease `apps/worker` installs in another cluster"))
    }

    @Test func `nothing runs of a workload that is scaled to zero, or of a CronJob`() async throws {
        let zero = try await leg { scene in
            scene.set("Deployment/web", "spec.replicas", 0)
            scene.set("Deployment/web", "status", ["observedGeneration": 3])
        }
        #expect(zero == .yes("nothing runs: the Deployment `apps/web`: it is scaled to zero"))
        let suspended = try await leg("report") { $0.set("CronJob/report", "spec.suspend", true) }
        #expect(suspended == .yes("nothing runs: the CronJob `apps/report`: it is suspended"))
        let active = try await leg("report") {
            $0.set("CronJob/report", "status.active", [["name": "report-1"]])
        }
        #expect(active.verdict == .unknown)
    }

    @Test func `StatefulSets and DaemonSets are judged by their own numbers`() async throws {
        let set = try await leg("queue") {
            $0.set("StatefulSet/queue", "status.updateRevision", "queue-7d8e")
            $0.set("StatefulSet/queue", "status.updatedReplicas", 0)
        }
        #expect(set == .no("the StatefulSet `apps/queue`: 0 of 1 pods are updated"))
        let daemon = try await leg("agent") {
            $0.set("DaemonSet/agent", "status.numberAvailable", 0)
        }
        #expect(daemon == .no("the DaemonSet `apps/agent`: 0 of 1 pods are available"))
    }

    @Test func `two containers of one image may have versions of their own`() async throws {
        func leg(_ tag: String) async throws -> [Leg] {
            var scene = try ClusterScene()
            let text = String(decoding: scene.repository["apps/web.yaml"] ?? [], as: UTF8.self)
            scene.write("apps/web.yaml", text.replacing("proxy:2.0.0", with: "web:2.0.0"))
            let image = "registry.example.com/web:\(tag)"
            scene.set("Deployment/web", "spec.template.spec.containers.1.image", image)
            for pod in [Self.pod, "Pod/web-7d9c5b6f4-m9z7q"] {
                scene.set(pod, "spec.containers.1.image", image)
            }
            return try await scene.verification().rows
                .filter { $0.image.name?.full == "registry.example.com/web" }.map(\.running)
        }
        #expect(try await leg("2.0.0").map(\.verdict) == [.yes, .yes])
        #expect(try await leg("1.9.9").map(\.verdict) == [.no, .no])
    }
}

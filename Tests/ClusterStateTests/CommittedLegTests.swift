import Testing

@testable import ClusterState

/// Chosen by a policy, and committed to Git.
@Suite struct CommittedLegTests {
    private func leg(
        _ edit: (inout ClusterScene) -> Void
    ) async throws -> Leg? {
        var scene = try ClusterScene()
        edit(&scene)
        return try await scene.row("web").committed
    }

    @Test func `the choice that Git has is committed`() async throws {
        #expect(
            try await leg { _ in } == .yes("the policy `flux-system/web` has chosen `1.4.2`"))
        #expect(try await ClusterScene().row("proxy").committed == nil)
    }

    @Test func `a newer choice is not committed`() async throws {
        let leg = try await leg { $0.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3") }
        #expect(
            leg
                == .no(
                    "the policy `flux-system/web` has chosen `registry.example.com/web:1.4.3`, "
                        + "and Git has `registry.example.com/web:1.4.2`"))
    }

    @Test func `a digest is part of the choice`() async throws {
        let digest = "sha256:" + String(repeating: "a", count: 64)
        let leg = try await leg { $0.set("ImagePolicy/web", "status.latestRef.digest", digest) }
        #expect(leg?.verdict == .no)
        #expect(leg?.reason.contains("`registry.example.com/web:1.4.2@\(digest)`") == true)
    }

    @Test func `an automation that does not write is named`() async throws {
        let suspended = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3")
            $0.set("ImageUpdateAutomation/apps", "spec.suspend", true)
        }
        #expect(
            suspended?.reason.hasSuffix(
                "; the ImageUpdateAutomation `flux-system/apps` is suspended") == true)
        let failing = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3")
            $0.setCondition(
                "ImageUpdateAutomation/apps", "False", "GitOperationFailed", "push\nrejected")
        }
        #expect(
            failing?.reason.hasSuffix(
                "; the ImageUpdateAutomation `flux-system/apps` fails: `GitOperationFailed`: "
                    + "push rejected") == true)
    }

    @Test func `an automation that Git suspends is named`() async throws {
        let leg = try await leg { scene in
            scene.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3")
            let path = "images/images.yaml"
            let text = String(decoding: scene.repository[path] ?? [], as: UTF8.self)
            scene.write(path, text.replacing("  interval: 5m", with: "  suspend: true"))
        }
        #expect(
            leg?.reason.hasSuffix(
                "; nothing until `flux-system/apps` is resumed") == true, "\(leg?.reason ?? "")")
    }

    @Test func `a status of an older generation says nothing`() async throws {
        let leg = try await leg { $0.set("ImagePolicy/web", "metadata.generation", 2) }
        #expect(
            leg
                == .unknown(
                    "the status of the ImagePolicy `flux-system/web` is of generation 1, and its "
                        + "spec of 2"))
    }

    @Test func `a policy that is not in the list is unknown`() async throws {
        let absent = try await leg { $0.remove("ImagePolicy/web") }
        #expect(absent == .unknown("the cluster's list has no ImagePolicy `flux-system/web`"))
        let forbidden = try await leg {
            $0.removeAll(ofKind: "ImagePolicy")
            $0.failures["ImagePolicy"] = "forbidden"
        }
        #expect(forbidden == .unknown("ImagePolicy objects could not be read: forbidden"))
    }

    @Test func `a policy without a choice is told apart by its condition`() async throws {
        let waiting = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef", nil)
        }
        #expect(waiting == .unknown("the policy `flux-system/web` has chosen nothing yet"))
        let failing = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef", nil)
            $0.setCondition("ImagePolicy/web", "False", "InvalidPolicy", "no range")
        }
        #expect(
            failing
                == .no("the policy `flux-system/web` chooses nothing: `InvalidPolicy`: no range"))
    }

    @Test func `a policy that fails keeps its last choice`() async throws {
        let leg = try await leg {
            $0.setCondition("ImagePolicy/web", "False", "Failure", "no tags")
        }
        #expect(
            leg
                == .yes(
                    "the policy `flux-system/web` has chosen `1.4.2`, but fails now: `Failure`: "
                        + "no tags"))
    }

    @Test func `the choice of an older API is read`() async throws {
        let leg = try await leg {
            $0.set("ImagePolicy/web", "status.latestRef", nil)
            $0.set("ImagePolicy/web", "status.latestImage", "registry.example.com/web:1.4.2")
        }
        #expect(leg?.verdict == .yes)
    }

    @Test func `a marker of the tag alone is compared with the tag`() async throws {
        var scene = try ClusterScene()
        scene.set("ImagePolicy/worker", "status.latestRef.tag", "1.10.0")
        #expect(
            try await scene.row("worker").committed
                == .no("the policy `flux-system/worker` has chosen `1.10.0`, and Git has `1.9.0`"))
    }
}

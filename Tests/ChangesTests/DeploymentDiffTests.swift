import Reports
import RepositoryLinking
import TagSnapshots
import Testing

@testable import Changes

/// The effects of a change on clusters and environments.
@Suite struct DeploymentDiffTests {
    private func rows(_ diff: DeploymentDiff) -> [String] {
        diff.workloads.map { change in
            [
                change.sign, change.clusterWords, change.environments.joined(separator: ","),
                change.workloadWords, change.container, change.nameWords, change.versionWords,
                change.originWords, change.updaterWords,
            ].joined(separator: " | ")
        }
    }

    @Test func `a change of a base is told for each environment that it reaches`() async throws {
        let diff = try await Sample.diff(
            from: Sample.files(), to: Sample.files(base: "ghcr.io/org/web:1.1.0"))
        // In production an entry of `images` decides.
        #expect(
            rows(diff) == [
                "~ | clusters/staging | staging | Deployment web/web | web | ghcr.io/org/web | "
                    + "1.0.0 → 1.1.0 | manifest apps/base/web.yaml:10 | nobody"
            ])
        var proxy = Sample.files()
        proxy["apps/base/web.yaml"] = Sample.workload("ghcr.io/org/web:1.0.0")
            .replacing("proxy:2.0.0", with: "proxy:2.1.0")
        let both = try await Sample.diff(from: Sample.files(), to: proxy)
        #expect(both.workloads.map(\.environments) == [["staging"], ["production"]])
        #expect(both.workloads.map(\.container) == ["proxy", "proxy"])
    }

    @Test func `an entry is told with its policy and the automation that writes it`() async throws {
        let diff = try await Sample.diff(
            from: Sample.files(), to: Sample.files(production: "1.4.2"))
        #expect(
            rows(diff) == [
                "~ | clusters/production | production | Deployment web/web | web | ghcr.io/org/web "
                    + "| 1.4.1 → 1.4.2 | images entry apps/production/kustomization.yaml:5 | "
                    + "flux-system/web by flux-system/apps"
            ])
    }

    @Test func `a marker that goes leaves nobody to update the image`() async throws {
        var files = Sample.files()
        let path = "apps/production/kustomization.yaml"
        files[path] = files[path]?.replacing(#/ # \{.*\}/#, with: "")
        let diff = try await Sample.diff(from: Sample.files(), to: files)
        #expect(diff.workloads.map(\.kind) == [.updater])
        #expect(
            diff.workloads.first?.updaterWords == "flux-system/web by flux-system/apps → nobody")
        #expect(diff.automations.first?.words.contains { $0.hasPrefix("no longer writes") } == true)
    }

    @Test func `workloads come and go, in the order of the change`() async throws {
        var files = Sample.files()
        files["apps/base/kustomization.yaml"] = "resources: [web.yaml, other.yaml]\n"
        files["apps/base/other.yaml"] = Sample.workload("ghcr.io/org/other:1")
            .replacing("name: web\nspec", with: "name: other\nspec")
        let come = try await Sample.diff(from: Sample.files(), to: files)
        #expect(come.workloads.count == 4 && come.workloads.allSatisfy { $0.kind == .added })
        let gone = try await Sample.diff(from: files, to: Sample.files())
        #expect(gone.workloads.count == 4 && gone.workloads.allSatisfy { $0.kind == .removed })
        #expect(try await Sample.diff(from: files, to: files).isEmpty)
    }

    @Test func `a file that moves changes nothing that runs`() async throws {
        var files = Sample.files()
        files["apps/base/moved.yaml"] = files.removeValue(forKey: "apps/base/web.yaml")
        files["apps/base/kustomization.yaml"] = "resources: [moved.yaml]\n"
        #expect(try await Sample.diff(from: Sample.files(), to: files).isEmpty)
    }

    @Test func `what is not known is said, and never guessed`() async throws {
        let former = Sample.files(base: "ghcr.io/org/web:${tag}")
        let diff = try await Sample.diff(
            from: former, to: Sample.files(base: "ghcr.io/org/web:${version}"))
        #expect(diff.workloads.first?.kind == .unknown)
        #expect(diff.workloads.first?.versionWords.contains("(filled in)") == true)
        #expect(diff.workloads.first?.updaterWords == "a variable")
    }

    @Test func `a policy that admits other tags is told with one of them`() async throws {
        let diff = try await Sample.diff(
            from: Sample.files(), to: Sample.files(pattern: "^2\\.[0-9]+\\.[0-9]+$"))
        let change = try #require(diff.policies.first)
        guard case .changed(_, _, let tags) = change.effect else {
            Issue.record("\(change)")
            return
        }
        #expect(tags.admitted == .some("2.0.0") && tags.dropped == .some("1.0.0"))
        let wider = try await Sample.diff(
            from: Sample.files(), to: Sample.files(pattern: "^[12]\\.[0-9]+\\.[0-9]+$"))
        #expect(
            wider.policies.first?.words.suffix(2) == [
                "newly admits tags such as `2.0.0`", "still admits every tag that it did",
            ])
    }

    @Test func `with tags at hand a policy tells what it selects instead`() async throws {
        let scanned = ScannedImage(
            name: "ghcr.io/org/web", time: "2026-01-01T00:00:00Z", tags: ["1.4.2", "2.0.1"])
        let diff = try await Sample.diff(
            from: Sample.files(), to: Sample.files(pattern: "^2\\.[0-9]+\\.[0-9]+$"),
            tags: try TagSnapshot([scanned]))
        #expect(
            diff.policies.first?.words.contains(
                "from the known tags selects `2.0.1`, before `1.4.2`") == true)
    }

    @Test func `an automation that is suspended is told`() async throws {
        let diff = try await Sample.diff(
            from: Sample.files(), to: Sample.files(isSuspended: true))
        #expect(diff.automations.map(\.effect) == [.suspended])
        let back = try await Sample.diff(
            from: Sample.files(isSuspended: true), to: Sample.files())
        #expect(back.automations.map(\.effect) == [.resumed])
        #expect(back.automations.first?.words.first == "is resumed, and writes 1 marker again")
    }

    @Test func `production ahead of staging is said first`() async throws {
        let configuration = """
            version: 1
            environments:
              - {name: staging, paths: ["apps/staging/**"]}
              - {name: production, paths: ["apps/production/**"], promotesFrom: staging}

            """
        var former = Sample.files(base: "ghcr.io/org/web:1.4.1")
        former[".sluice.yaml"] = configuration
        var latter = Sample.files(base: "ghcr.io/org/web:1.4.1", production: "1.5.0")
        latter[".sluice.yaml"] = configuration
        let diff = try await Sample.diff(from: former, to: latter)
        #expect(diff.promotions.map(\.isAhead) == [true])
        #expect(diff.promotions.first?.former?.kind == "same")
        let text = DiffReport(diff).rendered(
            as: .markdown, by: .init(name: "sluice", version: "0"))
        #expect(text.split(separator: "\n").dropFirst().first?.hasPrefix("- **ahead**") == true)
    }
}

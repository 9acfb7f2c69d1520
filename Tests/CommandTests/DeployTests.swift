import Foundation
import TestSupport
import Testing

/// The manifests and the unit below `deploy/`, which are to be used as they are.
@Suite struct DeployTests {
    private static let folder = PackageFolder.url.appending(path: "deploy")

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
    }

    /// The manifests as a repository of their own.
    private func fixture() throws -> GitFixture {
        let fixture = try GitFixture()
        try fixture.run("cp", "-R", "\(Self.folder.path)/.", ".")
        try fixture.commit()
        return fixture
    }

    @Test func `the manifests have no findings, and the image has a digest`() throws {
        let fixture = try fixture()
        let run = try fixture.check()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            try text("kubernetes/deployment.yaml").contains(/image: \S+:\S+@sha256:[0-9a-f]{64}/))
    }

    @Test func `the kustomization lists every manifest beside it`() throws {
        let listed = try text("kubernetes/kustomization.yaml").matches(of: /- (\S+\.yaml)/)
            .map { String($0.1) }
        let files = try FileManager.default
            .contentsOfDirectory(atPath: Self.folder.appending(path: "kubernetes").path)
            .filter { $0.hasSuffix(".yaml") && $0 != "kustomization.yaml" }
        #expect(listed.sorted() == files.sorted())
    }

    @Test(arguments: [
        "automountServiceAccountToken: false", "readOnlyRootFilesystem: true",
        "allowPrivilegeEscalation: false", "runAsNonRoot: true", "type: RuntimeDefault",
        "type: Recreate", "replicas: 1",
    ])
    func `the service runs without rights`(_ setting: String) throws {
        #expect(try text("kubernetes/deployment.yaml").contains(setting))
        #expect(try !text("kubernetes/kustomization.yaml").contains("Role"))
    }

    @Test func `the service has the time to end a push`() throws {
        let pod = try #require(
            try text("kubernetes/deployment.yaml")
                .firstMatch(of: /terminationGracePeriodSeconds: (\d+)/))
        let unit = try #require(
            try text("systemd/sluice.service").firstMatch(of: /TimeoutStopSec=(\d+)/))
        for time in [pod.1, unit.1] { #expect(try #require(Int(time)) >= 30) }
    }

    @Test(.enabled(if: Programs.has("systemd-analyze"), "systemd is not installed"))
    func `the unit is exposed to little`() throws {
        let unit = Self.folder.appending(path: "systemd/sluice.service").path
        let run = try ProgramRun(
            "systemd-analyze", ["security", "--offline=true", "--threshold=15", unit], at: "/",
            environment: ProcessInfo.processInfo.environment)
        #expect(run.status == 0, "\(run.output.suffix(300))\(run.errors)")
    }
}

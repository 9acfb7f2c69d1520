import Foundation
import TestSupport
import Testing

/// `sluice verify --kubectl` with a program of that name that answers as the real one does.
@Suite struct VerifyKubectlTests {
    private static let folder = PackageFolder.url.appending(path: "Tests/Fixtures/cluster")
    private static let command = ["verify", "--kubectl", "production"]

    /// The recorded cluster behind `kubectl`, which `body` may answer before.
    private static func fixture(_ body: String = "") throws -> GitFixture {
        let fixture = try GitFixture()
        for (path, bytes) in try files(below: folder.appending(path: "repository")) {
            try fixture.write(path, String(decoding: bytes, as: UTF8.self))
        }
        let commit = try fixture.commit()
        let text = try String(
            contentsOf: folder.appending(path: "healthy.json"), encoding: .utf8)
        let list = try JSONSerialization.jsonObject(
            with: Data(text.replacing("COMMIT", with: commit).utf8))
        let items = (list as? [String: Any])?["items"] as? [[String: Any]] ?? []
        for (kind, name) in resources {
            let own = items.filter { $0["kind"] as? String == kind }
            let data = try JSONSerialization.data(withJSONObject: ["kind": "List", "items": own])
            try fixture.home.write("lists/\(name)", String(decoding: data, as: UTF8.self))
        }
        try fixture.home.writeProgram(
            "bin/kubectl",
            """
            #!/bin/sh
            home="\(fixture.home.path)"
            echo "$*" >> "$home/calls"
            \(body)
            exec cat "$home/lists/$3"

            """)
        return fixture
    }

    private static let resources = [
        "ImagePolicy": "imagepolicies.image.toolkit.fluxcd.io",
        "ImageUpdateAutomation": "imageupdateautomations.image.toolkit.fluxcd.io",
        "GitRepository": "gitrepositories.source.toolkit.fluxcd.io",
        "Kustomization": "kustomizations.kustomize.toolkit.fluxcd.io",
        "HelmRelease": "helmreleases.helm.toolkit.fluxcd.io", "Deployment": "deployments.apps",
        "StatefulSet": "statefulsets.apps", "DaemonSet": "daemonsets.apps",
        "CronJob": "cronjobs.batch", "Pod": "pods",
    ]

    @Test func `each kind is asked for once, in the context`() throws {
        let fixture = try Self.fixture()
        let run = try fixture.sluice(Self.command)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.errors == "2 images: 2 live, 0 not live, 0 unknown\n")
        let calls = try fixture.home.text(of: "calls").split(separator: "\n").map(String.init)
        #expect(
            calls.sorted()
                == Self.resources.values.sorted().map {
                    "--context=production get \($0) --all-namespaces --output=json"
                })
    }

    @Test func `a kind that may not be read is unknown, with the reason`() throws {
        let fixture = try Self.fixture(
            """
            if [ "$3" = pods ]; then
              echo 'Error from server (Forbidden): pods is forbidden' >&2
              exit 1
            fi
            """)
        let run = try fixture.sluice(Self.command)
        #expect(run.status == 0)
        let reason = "Error from server (Forbidden): pods is forbidden"
        #expect(
            run.errors
                == "not read: Pod objects: \(reason)\n2 images: 0 live, 0 not live, 2 unknown\n")
        #expect(run.output.contains("running    unknown  Pod objects could not be read: \(reason)"))
        #expect(try fixture.sluice(Self.command + ["--strict"]).status == 1)
    }

    @Test func `a cluster of which nothing can be read is an error`() throws {
        let fixture = try Self.fixture(
            #"printf 'error: context \033[31m"production" does not exist\n' >&2; exit 1"#)
        let run = try fixture.sluice(Self.command)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(
            run.errors
                == "sluice: no objects of the context `production`: error: context "
                + "\\u{1B}[31m\"production\" does not exist\n")
    }

    @Test func `an answer that is no list is an error`() throws {
        let fixture = try Self.fixture(#"if [ "$3" = pods ]; then echo '{"kind":'; exit 0; fi"#)
        let run = try fixture.sluice(Self.command)
        #expect(run.status == 2)
        #expect(
            run.errors
                == "sluice: `kubectl get pods` is not what `kubectl get … -A -o json` prints: it is "
                + "not valid JSON\n")
    }

    /// A repository may contain a program of any name.
    @Test func `a program of the repository is not run`() throws {
        let fixture = try Self.fixture()
        try fixture.run("rm", "\(fixture.home.path)/bin/kubectl")
        try fixture.run("mkdir", "here")
        try fixture.run("ln", "-s", try fixture.run("sh", "-c", "command -v git"), "../bin/git")
        let script = "#!/bin/sh\necho ran >> \"\(fixture.home.path)/ran\"\n"
        try fixture.home.writeProgram("repository/kubectl", script)
        let run = try fixture.sluice(
            Self.command, with: ["PATH": "\(fixture.home.path)/bin:.:"])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "sluice: no objects of the context `production`: there is no program `kubectl` on "
                + "`PATH`\n")
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/ran"))
    }

    // MARK: Waiting

    @Test func `a rollout is waited for`() throws {
        let fixture = try Self.fixture(
            """
            if [ "$3" = deployments.apps ] && [ ! -e "$home/second" ]; then
              touch "$home/second"
              exec sed 's/"updatedReplicas":2/"updatedReplicas":1/' "$home/lists/$3"
            fi
            """)
        let run = try fixture.sluice(Self.command + ["--wait", "50s"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.errors == "2 images: 2 live, 0 not live, 0 unknown\n")
        let calls = try fixture.home.text(of: "calls").split(separator: "\n")
        #expect(calls.count == 20)
    }

    @Test func `a cluster that fails meanwhile is waited for, too`() throws {
        let fixture = try Self.fixture(
            """
            if [ "$3" = deployments.apps ] && [ ! -e "$home/second" ]; then
              exec sed 's/"updatedReplicas":2/"updatedReplicas":1/' "$home/lists/$3"
            fi
            if [ "$3" = pods ] && [ ! -e "$home/second" ]; then
              touch "$home/second"
            elif [ -e "$home/second" ] && [ ! -e "$home/third" ] && [ "$3" = pods ]; then
              touch "$home/third"
              echo '{'
              exit 0
            fi
            """)
        let run = try fixture.sluice(Self.command + ["--wait", "50s"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test func `waiting ends when the time is over`() throws {
        let unfinished = try Self.fixture(
            """
            if [ "$3" = deployments.apps ]; then
              exec sed 's/"updatedReplicas":2/"updatedReplicas":1/' "$home/lists/$3"
            fi
            """)
        let run = try unfinished.sluice(Self.command + ["--wait", "1s"])
        #expect(run.status == 1)
        #expect(run.errors == "2 images: 1 live, 1 not live, 0 unknown\n")
        #expect(run.output.contains("the Deployment `apps/web`: 1 of 2 pods are updated"))
        // What is unknown at the end has not become live.
        let unknown = try Self.fixture(#"if [ "$3" = pods ]; then exit 1; fi"#)
        let other = try unknown.sluice(Self.command + ["--wait", "1s"])
        #expect(other.status == 1)
        #expect(other.errors.hasSuffix("2 images: 0 live, 0 not live, 2 unknown\n"))
    }
}

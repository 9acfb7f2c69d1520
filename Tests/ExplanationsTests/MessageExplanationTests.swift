import CheckPipeline
import Configuration
import Explanations
import GoTemplates
import Reports
import RepositoryLinking
import SourceText
import TestSupport
import Testing
import UpdateEngine

@Suite struct MessageExplanationTests {
    typealias Answer = MessageConformanceTests.Answer

    private static let repository = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web, namespace: flux-system }
        spec: { image: registry.example.com/web, interval: 1m }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system }
        spec:
          imageRepositoryRef: { name: web }
          policy: { semver: { range: 1.x } }

        """

    static func automation(
        _ commit: String = "", name: String = "images", path: String = "./apps"
    ) -> String {
        """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: { name: flux-system, namespace: flux-system }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: \(name), namespace: flux-system }
        spec:
          interval: 1m
          sourceRef: { kind: GitRepository, name: flux-system }
          update: { path: \(path), strategy: Setters }
          git:
            commit:
              author: { email: flux@example.com }
              \(commit)

        """
    }

    static func workload(_ value: String, _ marker: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: apps }
        spec:
          template:
            spec:
              containers:
                - name: web
                  image: \(value) # {"$imagepolicy": "\(marker)"}

        """
    }

    static let files = [
        "images.yaml": repository,
        "automation.yaml": automation(
            #"messageTemplate: '{{ range $f, $o := .Changed.FileChanges }}{{ $f }}{{ range $i, $c := $o }}"#
                + #" {{ $i.Kind }}/{{ $i.Name }}{{ range $c }} {{ .OldValue }} -> {{ .NewValue }}"#
                + #"{{ end }}{{ end }}{{ end }} in {{ .Values.cluster }}'"#
                + "\n      messageTemplateValues: { cluster: blue }"),
        "apps/web.yaml": workload("registry.example.com/web:1.0.0", "flux-system:web"),
        "other/web.yaml": workload("registry.example.com/web:1.0.0", "flux-system:web"),
    ]

    static func explanation(
        of name: String = "flux-system/images", in files: [String: String] = files,
        paths: ReportPaths = .all, _ input: MessageExplanation.Input = .init()
    ) async throws -> MessageExplanation {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        let model = try await RepositoryCheck(rules: [], workerCount: 1).model(of: snapshot)
        return try MessageExplanation(
            of: #require(ObjectName(name)), in: model, paths: paths, input)
    }

    @Test func `the sample consists of the markers that the automation writes`() async throws {
        let explanation = try await Self.explanation()
        let answer = try decoded(Answer.self, explanation)
        #expect(
            answer.message
                == "web.yaml Deployment/web registry.example.com/web:1.0.0 -> "
                + "registry.example.com/web:1.2.3 in blue")
        #expect(answer.sample && answer.error == nil)
        #expect(
            explanation.text(in: .plain).contains(
                "template    automation.yaml:15\ndata        a sample: 1 marker of the repository"))
        let again = try await Self.explanation()
        #expect(json(again) == json(explanation))
    }

    private static let fields: [(marker: String, value: String, expected: String)] = [
        ("flux-system:web:tag", "9.9.9", "9.9.9 -> 1.2.3"),
        ("flux-system:web:name", "example.com/old", "example.com/old -> registry.example.com/web"),
        ("flux-system:web:digest", "sha256:00", "sha256:00 -> "),
        ("flux-system:gone", "example.com/a:1", "example.com/a:1 -> example.com/a:sample"),
        ("flux-system:gone:tag", "1", "1 -> sample"),
    ]

    @Test(arguments: fields)
    func `each field changes as Flux would write it`(
        marker: String, value: String, expected: String
    ) async throws {
        var files = Self.files
        files["apps/web.yaml"] = Self.workload(value, marker)
        let template = "{{ range .Changed.Changes }}{{ .OldValue }} -> {{ .NewValue }}{{ end }}"
        let answer = try decoded(
            Answer.self, await Self.explanation(in: files, .init(template: template)))
        #expect(answer.message == expected)
    }

    @Test(arguments: ["", "messageTemplate: ''", "messageTemplate:"])
    func `without a template the message is that of Flux's default`(_ commit: String) async throws {
        var files = Self.files
        files["automation.yaml"] = Self.automation(commit)
        let explanation = try await Self.explanation(in: files)
        #expect(try decoded(Answer.self, explanation).message == Template.defaultSource)
        #expect(explanation.text(in: .plain).contains("template    Flux's default"))
        #expect(
            try decoded(Answer.self, MessageExplanation(ofTemplate: "")).message
                == Template.defaultSource)
    }

    @Test func `given data is completed by the automation`() async throws {
        let input = MessageExplanation.Input(
            template: "{{ .AutomationObject }} {{ .Values }} {{ len .Changed.FileChanges }}",
            data: try CommitData(json: Array("{}".utf8)))
        let explanation = try await Self.explanation(input)
        let answer = try decoded(Answer.self, explanation)
        #expect(answer.message == "flux-system/images map[cluster:blue] 0")
        #expect(!answer.sample)
    }

    @Test func `templates of old versions have old fields`() async throws {
        let template =
            "{{ range .Updated.Images }}{{ .Registry }} {{ .Repository }} {{ .Name }}{{ end }}"
        var files = Self.files
        files[".sluice.yaml"] = "version: 1\nflux: { version: '2.6' }\n"
        let old = try decoded(
            Answer.self, await Self.explanation(in: files, .init(template: template)))
        #expect(old.fluxVersion == "2.6")
        #expect(
            old.message?.hasPrefix("registry.example.com web registry.example.com/web:1.") == true)
        let new = try decoded(
            Answer.self,
            await Self.explanation(
                in: files, .init(template: template, version: FluxVersion("2.7"))))
        #expect(new.error?.stage == "removed_field")
    }

    private static let images: [(text: String, parts: String)] = [
        ("nginx", "index.docker.io library/nginx latest index.docker.io/library/nginx:latest"),
        ("docker.io/a/b:1", "index.docker.io a/b 1 index.docker.io/a/b:1"),
        (
            "registry.example.com:5000/a/b:1@sha256:00",
            "registry.example.com:5000 a/b sha256:00 registry.example.com:5000/a/b@sha256:00"
        ),
    ]

    @Test(arguments: images)
    func `parts of images are those of Flux's library`(text: String, parts: String) throws {
        let data = """
            {"Changed": {"FileChanges": {"a": [{"Images": [{"Ref": "\(text)"}]}]}}}
            """
        let explanation = MessageExplanation(
            ofTemplate: "{{ range .Updated.Images }}{{ .Registry }} {{ .Repository }} "
                + "{{ .Identifier }} {{ .Name }}{{ end }}",
            .init(data: try CommitData(json: Array(data.utf8)), version: FluxVersion("2.6")))
        #expect(try decoded(Answer.self, explanation).message == parts)
    }

    @Test(arguments: [
        "randInt 1 2", "shuffle \"ab\"", "genPrivateKey \"rsa\"", "genCA \"a\" 1",
        "genCAWithKey \"a\" 1 \"k\"", "genSelfSignedCert \"a\" nil nil 1",
        "genSignedCert \"a\" nil nil 1 (dict)", "buildCustomCert \"a\" \"b\"", "bcrypt \"a\"",
        "htpasswd \"a\" \"b\"", "derivePassword 1 \"long\" \"a\" \"b\" \"c\"",
        "encryptAES \"k\" \"t\"", "decryptAES \"k\" \"t\"", "ago 1",
    ])
    func `functions that are not rendered are named`(_ call: String) throws {
        let answer = try decoded(Answer.self, MessageExplanation(ofTemplate: "a\n{{ \(call) }}"))
        let name = call.prefix { $0 != " " }
        #expect(answer.error?.stage == "execute" && answer.message == nil)
        #expect(
            answer.error?.message
                == "`\(name)`: Sluice does not render this function")
        #expect(answer.error?.line == 2)
    }

    @Test(arguments: ["now", "env \"HOME\"", "uuidv4", "randAlpha 3", "getHostByName \"a\""])
    func `functions that Flux leaves out do not parse`(_ call: String) throws {
        let answer = try decoded(Answer.self, MessageExplanation(ofTemplate: "{{ \(call) }}"))
        #expect(answer.error?.stage == "parse")
        #expect(answer.error?.message.contains("Flux leaves out the function") == true)
    }

    private static let faults: [(json: String, words: String)] = [
        ("", "it is not valid JSON"), ("[]", "it is not an object"),
        ("{\"Changed\": 1}", "`Changed` is not an object"),
        (#"{"Values": {"a": 1}}"#, "`Values.a` is not a string"),
        (
            #"{"Changed": {"FileChanges": {"a": [{"Changes": [{"OldValue": []}]}]}}}"#,
            "`Changed.FileChanges.a[0].Changes[0].OldValue` is not a string"
        ),
        (#"{"Changed": {"FileChanges": {"a": {}}}}"#, "`Changed.FileChanges.a` is not a list"),
    ]

    @Test(arguments: faults)
    func `an error in the data names the field`(json: String, words: String) {
        let error = #expect(throws: CommitDataError.self) {
            try CommitData(json: Array(json.utf8))
        }
        #expect(error?.description == words)
    }

    @Test func `a missing or ambiguous automation is an error`() async throws {
        let missing = await #expect(throws: MessageMissing.self) {
            try await Self.explanation(of: "flux-system/image")
        }
        #expect(
            missing?.description
                == "no ImageUpdateAutomation `flux-system/image` is declared here; did you mean "
                + "`flux-system/images`?")
        var files = Self.files
        files["b/automation.yaml"] = Self.automation("messageTemplate: b")
        let several = await #expect(throws: MessageMissing.self) {
            try await Self.explanation(in: files)
        }
        #expect(
            several?.description.contains("`automation.yaml:7` and `b/automation.yaml:7`") == true)
        let chosen = try await Self.explanation(in: files, paths: ReportPaths(["b"]))
        #expect(try decoded(Answer.self, chosen).message == "b")
    }
}

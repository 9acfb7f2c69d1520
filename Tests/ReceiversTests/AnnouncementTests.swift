import Receivers
import Testing

/// The events of all senders, as short as they can be, and the images that they name.
@Suite struct AnnouncementTests {
    private static let repositories = [
        imageRepository("web", image: "ghcr.io/org/web"),
        imageRepository("hub", image: "org/web"),
        imageRepository("official", image: "nginx"),
        imageRepository("quay", image: "quay.io/org/web"),
        imageRepository("google", image: "europe-docker.pkg.dev/project/apps/web"),
        imageRepository("azure", image: "org.azurecr.io/team/web"),
        imageRepository("amazon", image: "123456789012.dkr.ecr.eu-west-1.amazonaws.com/team/api"),
        imageRepository("harbor", image: "harbor.example.com/library/cache"),
        imageRepository("private", image: "registry.example.com:5000/virtual/store/billing"),
        imageRepository("gitea", image: "git.example.com/owner/tool"),
    ]

    private static let all = [
        "amazon", "azure", "gitea", "google", "harbor", "hub", "official", "private", "quay", "web",
    ].map { "flux-system/\($0)" }

    private static let names = all.map {
        "    - {kind: ImageRepository, name: \($0.dropFirst(12))}"
    }

    /// The names of the ImageRepositories that a call of a `generic` receiver has scanned.
    private static func scanned(
        _ body: String, _ fields: [String: String] = [:]
    ) async throws -> [String] {
        let table = table(
            manifest(type: "generic", resources: names.joined(separator: "\n")),
            repositories.joined())
        let outcome = try await table.outcome(of: call(fields, body: body))
        #expect(outcome.status == 200)
        return outcome.images.map { String($0.dropFirst(12)) }
    }

    static let pushes: [(sender: String, body: String, images: [String])] = [
        (
            "Docker Hub",
            #"{"push_data": {"tag": "1.0"}, "repository": {"repo_name": "org/web"}}"#, ["hub"]
        ),
        (
            "Docker Hub, official",
            #"{"push_data": {"tag": "1.0"}, "repository": {"repo_name": "library/nginx"}}"#,
            ["official"]
        ),
        (
            "Quay", #"{"docker_url": "quay.io/org/web", "updated_tags": ["1.0", "latest"]}"#,
            ["quay"]
        ),
        (
            "Harbor",
            #"""
            {"type": "PUSH_ARTIFACT", "event_data": {
              "repository": {"repo_full_name": "library/cache"},
              "resources": [{"tag": "1.0", "resource_url": "harbor.example.com/library/cache:1.0"}]}}
            """#, ["harbor"]
        ),
        (
            "Harbor behind another name",
            #"""
            {"type": "PUSH_ARTIFACT", "event_data": {
              "repository": {"repo_full_name": "library/cache"},
              "resources": [{"tag": "1.0", "resource_url": "harbor.svc:8080/library/cache:1.0"}]}}
            """#, ["harbor"]
        ),
        (
            "Harbor, CloudEvents",
            #"""
            {"specversion": "1.0", "id": "1", "type": "harbor.artifact.pushed", "data": {
              "repository": {"repo_full_name": "library/cache"},
              "resources": [{"tag": "1.0", "resource_url": "harbor.example.com/library/cache:1.0"}]}}
            """#, ["harbor"]
        ),
        (
            "GitHub package, in capitals and with an empty tag in its address",
            #"""
            {"action": "published", "package": {"package_type": "CONTAINER", "package_version": {
              "package_url": "ghcr.io/Org/Web:",
              "container_metadata": {"tag": {"name": "1.0"}}}}}
            """#, ["web"]
        ),
        (
            "GitHub package of an organisation",
            #"""
            {"action": "updated", "registry_package": {"package_type": "docker",
              "package_version": {"package_url": "ghcr.io/org/web:1.0",
              "container_metadata": {"tag": {"name": "1.0"}}}}}
            """#, ["web"]
        ),
        (
            "Artifact Registry",
            // {"action":"INSERT","tag":"europe-docker.pkg.dev/project/apps/web:1.0"}
            #"""
            {"message": {"data": "eyJhY3Rpb24iOiJJTlNFUlQiLCJ0YWciOiJldXJvcGUtZG9ja2VyLnBrZy5kZXYvcHJvamVjdC9hcHBzL3dlYjoxLjAifQ=="}}
            """#, ["google"]
        ),
        (
            "Azure",
            #"""
            {"action": "push", "request": {"host": "org.azurecr.io"},
             "target": {"repository": "team/web", "tag": "1.0", "digest": "sha256:1"}}
            """#, ["azure"]
        ),
        (
            "Amazon through EventBridge",
            #"""
            {"detail-type": "ECR Image Action", "account": "123456789012", "region": "eu-west-1",
             "detail": {"action-type": "PUSH", "result": "SUCCESS",
                        "repository-name": "team/api", "image-tag": "1.0"}}
            """#, ["amazon"]
        ),
        (
            "Amazon as CloudEvent",
            #"""
            {"type": "com.amazon.ecr.image.push", "specversion": "1.0",
             "source": "urn:aws:ecr:eu-west-1:123456789012:repository/team/api",
             "data": {"repositoryName": "team/api", "imageTag": "1.0"}}
            """#, ["amazon"]
        ),
        (
            "distribution, several at once",
            #"""
            {"events": [
              {"action": "push", "request": {"host": "org.azurecr.io"},
               "target": {"repository": "team/web", "tag": "1.0"}},
              {"action": "push", "request": {"host": "proxy:5000"},
               "target": {"repository": "store/billing", "tag": "1.0"}},
              {"action": "pull", "target": {"repository": "owner/tool", "tag": "1.0"}}]}
            """#, ["azure", "private"]
        ),
        (
            "Artifactory",
            #"""
            {"domain": "docker", "event_type": "pushed", "data": {"repo_key": "local",
             "path": "store/billing/1.0/manifest.json", "tag": "1.0"}}
            """#, ["private"]
        ),
        (
            "Nexus",
            #"""
            {"action": "CREATED", "repositoryName": "docker", "component":
             {"format": "docker", "name": "store/billing", "version": "1.0"}}
            """#, ["private"]
        ),
        (
            "Gitea",
            #"""
            {"action": "created", "package": {"type": "container", "name": "tool",
             "version": "1.0", "owner": {"login": "Owner"}}}
            """#, ["gitea"]
        ),
        (
            "an image that is not listed",
            #"{"docker_url": "quay.io/org/other", "updated_tags": ["1.0"]}"#, []
        ),
        (
            "another account of Amazon, whose names are no others",
            #"""
            {"detail-type": "ECR Image Action", "account": "999999999999", "region": "eu-west-1",
             "detail": {"action-type": "PUSH", "result": "SUCCESS",
                        "repository-name": "team/api", "image-tag": "1.0"}}
            """#, []
        ),
    ]

    @Test(arguments: pushes)
    func `an event has the images scanned that it names`(
        _ sender: String, _ body: String, _ images: [String]
    ) async throws {
        #expect(try await Self.scanned(body) == images, "\(sender)")
    }

    static let useless: [String] = [
        #"{"push_data": {"tag": "sha256-\#(digits).sig"}, "repository": {"repo_name": "org/web"}}"#,
        #"{"push_data": {"tag": "sha256-\#(digits)"}, "repository": {"repo_name": "org/web"}}"#,
        #"{"push_data": {"tag": ""}, "repository": {"repo_name": "org/web"}}"#,
        #"{"push_data": {}, "repository": {"repo_name": "org/web"}}"#,
        #"{"docker_url": "quay.io/org/web", "build_id": "1"}"#,
        #"{"type": "SCANNING_COMPLETED", "event_data": {"resources": []}}"#,
        #"{"type": "harbor.artifact.deleted", "specversion": "1.0", "data": {}}"#,
        #"""
        {"type": "PUSH_ARTIFACT", "event_data": {"repository": {"repo_full_name": "library/cache"},
         "resources": [{"tag": "sha256:\#(digits)"}]}}
        """#,
        #"{"action": "ping"}"#,
        #"{"action": "delete", "target": {"repository": "team/web", "tag": "1.0"}}"#,
        #"{"action": "push", "target": {"repository": "team/web", "digest": "sha256:1"}}"#,
        #"{"events": [{"action": "pull", "target": {"repository": "team/web", "tag": "1"}}]}"#,
        // {"action":"DELETE","tag":"europe-docker.pkg.dev/project/apps/web:1.0"}
        #"""
        {"message": {"data": "eyJhY3Rpb24iOiJERUxFVEUiLCJ0YWciOiJldXJvcGUtZG9ja2VyLnBrZy5kZXYvcHJvamVjdC9hcHBzL3dlYjoxLjAifQ=="}}
        """#,
        #"{"domain": "docker", "event_type": "deleted", "data": {"path": "a/b/manifest.json"}}"#,
        #"{"action": "DELETED", "repositoryName": "docker", "component": {"name": "a"}}"#,
        #"{"action": "published", "package": {"package_type": "npm", "package_version": {}}}"#,
        #"{"action": "created", "package": {"type": "npm", "owner": {"login": "o"}}}"#,
    ]

    private static let digits = String(repeating: "0f", count: 32)

    @Test(arguments: useless)
    func `an event that brings no tag has nothing scanned`(_ body: String) async throws {
        #expect(try await Self.scanned(body).isEmpty)
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "17", "no JSON", #"{"ref": "refs/heads/main", "commits": []}"#,
        #"{"image": "quay.io/org/web"}"#, #"{"events": []}"#, #"{"events": [1]}"#,
        #"{"message": {"data": "not base64"}}"#, #"{"push_data": {"tag": "1"}}"#,
    ])
    func `an event that names no image has all that is listed scanned`(
        _ body: String
    ) async throws {
        #expect(try await Self.scanned(body) == Self.all.map { String($0.dropFirst(12)) })
    }

    @Test func `a call with very many images has all that is listed scanned`() async throws {
        let events = (0..<500).map {
            #"{"action": "push", "target": {"repository": "a/b\#($0)", "tag": "1"}}"#
        }
        let body = #"{"events": ["# + events.joined(separator: ",") + "]}"
        #expect(try await Self.scanned(body).count == Self.all.count)
    }

    @Test func `a test of the connection has nothing scanned`() async throws {
        let scanned = try await Self.scanned(#"{"zen": "x"}"#, ["x-github-event": "ping"])
        #expect(scanned.isEmpty)
    }

    @Test(arguments: [
        ("X-GitHub-Delivery", "{}", "d-1"), ("X-Gitea-Delivery", "{}", "d-1"),
        ("X-Gitlab-Event-UUID", "{}", "d-1"), ("Ce-Id", "{}", "d-1"),
        ("none", #"{"message": {"messageId": "7"}}"#, "7"),
        ("none", #"{"specversion": "1.0", "id": "7"}"#, "7"),
        ("none", #"{"detail-type": "ECR Image Action", "id": "7"}"#, "7"),
        ("none", #"{"events": [{"id": "7"}]}"#, "7"),
    ])
    func `a delivery is known by the id of its sender`(
        _ field: String, _ body: String, _ id: String
    ) async throws {
        let outcome = try await table(manifest(type: "generic"))
            .outcome(of: call([field: "d-1"], body: body))
        #expect(outcome.deliveryID == id)
    }

    @Test(arguments: [
        "{}", #"{"id": "7"}"#, #"{"events": [{"id": "7"}, {"id": "8"}]}"#,
        #"{"specversion": "1.0", "id": "\#(String(repeating: "x", count: 201))"}"#,
    ])
    func `other deliveries have no id`(_ body: String) async throws {
        let outcome = try await table(manifest(type: "generic")).outcome(of: call(body: body))
        #expect(outcome.deliveryID == nil)
    }
}

import Foundation
import RepositoryLinking
import TestSupport
import Testing

@testable import Receivers

struct ImageEventsTests {
    static let digest = "sha256:" + String(repeating: "a", count: 64)
    static let signature = "sha256-" + String(repeating: "a", count: 64) + ".sig"

    static func github(_ root: String, url: String, tag: String, action: String = "published")
        -> String
    {
        """
        {"action": "\(action)", "\(root)": {"package_type": "CONTAINER", "namespace": "Org",
         "name": "web", "package_version": {"package_url": "\(url)",
         "container_metadata": {"tag": {"name": "\(tag)"}}}}}
        """
    }

    static func pubSub(_ data: String) -> String {
        let text = Data(data.utf8).base64EncodedString()
        return #"{"message": {"data": "\#(text)", "messageId": "7"}, "subscription": "s"}"#
    }

    static func ecr(_ result: String) -> String {
        """
        {"detail-type": "ECR Image Action", "account": "123456789012", "region": "eu-west-1",
         "detail": {"action-type": "PUSH", "result": "\(result)", "repository-name": "org/web",
         "image-tag": "1.2.3"}}
        """
    }

    static func registry(
        host: String, tag: String, type: String = "application/vnd.oci.image.manifest.v1+json"
    )
        -> String
    {
        """
        {"events": [{"id": "1", "action": "push", "request": {"host": "\(host)"},
         "target": {"mediaType": "\(type)", "repository": "team/api", "tag": "\(tag)"}}]}
        """
    }

    static func harbor(_ type: String, _ key: String, tag: String) -> String {
        """
        {"type": "\(type)", "\(key)": {"repository": {"repo_full_name": "team/api"},
         "resources": [{"tag": "\(tag)", "resource_url": "registry.example.com/team/api:1"}]}}
        """
    }

    @Test(arguments: [
        (#"{"push_data": {"tag": "1"}, "repository": {"repo_name": "library/nginx"}}"#, ["hub"]),
        (#"{"push_data": {"tag": "1"}, "repository": {"repo_name": "org/other"}}"#, []),
        (#"{"docker_url": "ghcr.io/org/web", "updated_tags": ["1", "2"]}"#, ["web"]),
        (#"{"docker_url": "ghcr.io/org/web", "updated_tags": []}"#, []),
        (harbor("PUSH_ARTIFACT", "event_data", tag: "1.0"), ["api"]),
        (harbor("PUSH_ARTIFACT", "event_data", tag: digest), []),
        (harbor("DELETE_ARTIFACT", "event_data", tag: "1.0"), []),
        (harbor("harbor.artifact.pushed", "data", tag: "1.0"), ["api"]),
        (github("package", url: "ghcr.io/Org/web:1.0", tag: "1.0"), ["web"]),
        (github("registry_package", url: "ghcr.io/Org/web:", tag: "1.0"), ["web"]),
        (github("package", url: "", tag: "1.0"), ["web"]),
        (github("package", url: "ghcr.io/org/web:", tag: ""), []),
        (github("package", url: "ghcr.io/org/web:x", tag: signature), []),
        (github("package", url: "ghcr.io/org/web:1", tag: "1", action: "deleted"), []),
        (pubSub(#"{"action": "INSERT", "tag": "ghcr.io/org/web:1.0"}"#), ["web"]),
        (pubSub(#"{"action": "INSERT", "digest": "ghcr.io/org/web@\#(digest)"}"#), []),
        (pubSub(#"{"action": "DELETE", "tag": "ghcr.io/org/web:1.0"}"#), []),
        (
            #"""
            {"action": "push", "target": {"repository": "team/api", "tag": "1"},
             "request": {"host": "registry.example.com"}}
            """#, ["api"]
        ),
        (#"{"id": "x", "action": "ping", "timestamp": "t"}"#, []),
        (ecr("SUCCESS"), ["ecr"]), (ecr("FAILURE"), []),
        (
            #"""
            {"type": "com.amazon.ecr.image.push",
             "source": "urn:aws:ecr:eu-west-1:123456789012:repository/org/web",
             "data": {"repositoryName": "org/web", "imageTag": "1"}}
            """#, ["ecr"]
        ),
        (registry(host: "registry.example.com", tag: "1"), ["api"]),
        // An internal name of the registry: paths decide.
        (registry(host: "registry:5000", tag: "1"), ["api"]),
        // A registry that others use: it is another image.
        (registry(host: "ghcr.io", tag: "1"), []),
        (registry(host: "registry.example.com", tag: ""), []),
        (registry(host: "registry.example.com", tag: "1", type: "application/octet-stream"), []),
        (
            #"""
            {"domain": "docker", "event_type": "pushed",
             "data": {"repo_key": "team", "path": "api/1/manifest.json", "tag": "1"}}
            """#, ["api"]
        ),
        (
            #"""
            {"repositoryName": "docker", "action": "CREATED",
             "component": {"name": "team/api", "version": "1"}}
            """#, ["api"]
        ),
        (
            #"""
            {"action": "created", "package": {"type": "container", "name": "web", "version": "1",
             "owner": {"login": "Org"}}}
            """#, ["ecr", "web"]
        ),
        // No image is named: all are meant.
        (#"{"ref": "refs/heads/main", "commits": []}"#, ["api", "ecr", "hub", "web"]),
        ("no JSON at all", ["api", "ecr", "hub", "web"]),
    ])
    func `An event means the listed images that it names`(body: String, scans: [String]) async {
        let answer = await Table(type: "generic").answer([], body)
        #expect(answer?.scans == scans)
        #expect(answer?.status == (scans.isEmpty ? 200 : 202))
    }

    @Test func `Only listed objects are meant, of all kinds`() async {
        let resources = Table.namedWeb + "  - {kind: GitRepository, name: flux-system}\n"
        let table = Table(type: "generic", resources: resources)
        let hint = await table.answer()?.hint
        #expect(hint?.imageRepositories.map(\.name) == ["web"])
        #expect(hint?.gitRepositories.map(\.description) == ["flux-system/flux-system"])
        #expect(hint?.repository == "fleet")
    }

    @Test func `Random bodies never stop the program`() async {
        var generator = SeededGenerator(seed: 7)
        let table = Table(type: "generic")
        let seeds = [
            Self.harbor("PUSH_ARTIFACT", "event_data", tag: "1"), Self.ecr("SUCCESS"),
            Self.registry(host: "ghcr.io", tag: "1"), Self.pubSub("{}"),
            #"{"a": 1, "a": [], "events": [{"target": 1e999}]}"#,
        ]
        for number in 0..<2000 {
            var bytes = Array(seeds[number % seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            let call = ReceiverCall(
                method: "POST", target: Table.path, fields: [], body: bytes)
            let answer = await table.table.entries[0]
                .answer(to: call, now: 0, googleTokens: GoogleTokens { nil })
            #expect(200..<300 ~= answer.status)
        }
    }
}

import SourceText

/// The events of registries that serve their own users.
extension Announcement {
    /// Docker Hub, which only tells of pushes; its `callback_url` is never called.
    static func dockerHub(_ event: JSONValue) -> Announcement? {
        guard let push = event["push_data"], push.isObject,
            let name = event["repository", "repo_name"]?.text
        else { return nil }
        let image = AnnouncedImage(name, host: "docker.io", isPublicName: true)
        return Announcement([(image, push["tag"]?.text)])
    }

    static func quay(_ event: JSONValue) -> Announcement? {
        guard let address = event["docker_url"]?.text else { return nil }
        let image = AnnouncedImage(address, isPublicName: true)
        // Quay sends other notifications, as on a build that failed, without tags.
        return Announcement((event["updated_tags"]?.items ?? []).map { (image, $0.text) })
    }

    static func harbor(_ event: JSONValue) -> Announcement? {
        guard let type = event["type"]?.text, let data = event["event_data"], data.isObject else {
            return nil
        }
        return type == "PUSH_ARTIFACT" ? harborPush(data) : .nothing
    }

    static func harborCloudEvent(_ event: JSONValue) -> Announcement? {
        guard let type = event["type"]?.text, type.hasPrefix("harbor."), let data = event["data"]
        else { return nil }
        return type == "harbor.artifact.pushed" ? harborPush(data) : .nothing
    }

    private static func harborPush(_ data: JSONValue) -> Announcement {
        let resources = data["resources"]?.items ?? []
        let name = data["repository", "repo_full_name"]?.text
        return Announcement(
            resources.map { resource in
                let host = resource["resource_url"]?.text.map { String($0.prefix { $0 != "/" }) }
                let image = name.flatMap {
                    AnnouncedImage($0, host: host, isPublicName: false)
                }
                return (image, resource["tag"]?.text)
            })
    }

    /// The registry of distribution and what is built on it: any number of events in one call.
    static func distribution(_ envelope: JSONValue) -> Announcement? {
        guard let events = envelope["events"]?.items, !events.isEmpty,
            events.allSatisfy({ $0["target"]?.isObject == true && $0["action"]?.text != nil })
        else { return nil }
        return Announcement(
            events.lazy.filter { $0["action"]?.text == "push" }.map { event in
                let target = event["target"]
                let host = event["request", "host"]?.text
                let image = (target?["repository"]?.text).flatMap {
                    AnnouncedImage($0, host: host, isPublicName: false)
                }
                return (image, target?["tag"]?.text)
            })
    }

    static func artifactory(_ event: JSONValue) -> Announcement? {
        guard event["domain"]?.text == "docker", let type = event["event_type"]?.text,
            let data = event["data"], let path = data["path"]?.text
        else { return nil }
        guard type == "pushed" else { return .nothing }
        // `NAME/TAG/manifest.json`
        let parts = path.split(separator: "/").dropLast(2)
        let image = AnnouncedImage(
            data["image_name"]?.text ?? parts.joined(separator: "/"), isPublicName: false)
        return Announcement([(image, data["tag"]?.text)])
    }

    static func nexus(_ event: JSONValue) -> Announcement? {
        guard event["repositoryName"]?.text != nil, let component = event["component"],
            let action = event["action"]?.text
        else { return nil }
        guard component["format"]?.text ?? "docker" == "docker",
            action == "CREATED" || action == "UPDATED"
        else { return .nothing }
        let image = (component["name"]?.text).flatMap { AnnouncedImage($0, isPublicName: false) }
        return Announcement([(image, component["version"]?.text)])
    }
}

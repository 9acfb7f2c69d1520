import WebAccess

/// The images that events of registries name, by the shapes of their payloads.
///
/// Tags serve to leave out what no policy selects: pushes by digest, and signatures.
enum ImageEvents {
    /// Nil for a payload of no known shape; empty for an event that is about no new tag.
    static func images(in payload: Payload) -> [EventImage]? {
        for shape in shapes {
            if let images = shape(payload) { return Array(images.prefix(1000)) }
        }
        return nil
    }

    private static let shapes: [@Sendable (Payload) -> [EventImage]?] = [
        pubSub, registryNotifications, harbor, cloudEvent, eventBridge, artifactory, github, gitea,
        acr, dockerHub, quay, nexus,
    ]

    // MARK: Registries

    private static func dockerHub(_ payload: Payload) -> [EventImage]? {
        guard let tag = payload["push_data", "tag"],
            let name = payload["repository", "repo_name"]?.string
        else { return nil }
        return image(EventImage(host: "docker.io", path: name), tag: tag.string)
    }

    private static func quay(_ payload: Payload) -> [EventImage]? {
        guard let address = payload["docker_url"]?.string, let tags = payload["updated_tags"] else {
            return nil
        }
        let isOfInterest = tags.items.contains { isImageTag($0.string) }
        return isOfInterest ? [EventImage(reference: address)].compactMap(\.self) : []
    }

    private static func acr(_ payload: Payload) -> [EventImage]? {
        guard let action = payload["action"]?.string else { return nil }
        if action == "ping", payload["target"] == nil || payload["request"] != nil { return [] }
        guard let path = payload["target", "repository"]?.string else { return nil }
        guard action == "push" else { return [] }
        return image(
            EventImage(host: payload["request", "host"]?.string, path: path),
            tag: payload["target", "tag"]?.string)
    }

    private static func nexus(_ payload: Payload) -> [EventImage]? {
        guard let repository = payload["repositoryName"]?.string,
            let name = payload["component", "name"]?.string
        else { return nil }
        guard ["CREATED", "UPDATED"].contains(payload["action"]?.string) else { return [] }
        let tag = payload["component", "version"]?.string
        return image(EventImage(host: nil, path: name), tag: tag)
            + image(EventImage(host: nil, path: "\(repository)/\(name)"), tag: tag)
    }

    private static func artifactory(_ payload: Payload) -> [EventImage]? {
        guard payload["domain"]?.string == "docker", let kind = payload["event_type"]?.string,
            let name = payload["data", "image_name"]?.string ?? imagePath(payload["data", "path"])
        else { return nil }
        guard kind == "pushed" else { return [] }
        let tag = payload["data", "tag"]?.string
        let key = payload["data", "repo_key"]?.string
        // The registry's name depends on how Artifactory is set up: paths decide.
        return image(EventImage(host: nil, path: name), tag: tag)
            + (key.map { image(EventImage(host: nil, path: "\($0)/\(name)"), tag: tag) } ?? [])
    }

    /// `name/tag/manifest.json` without its last two parts.
    private static func imagePath(_ path: Payload?) -> String? {
        path?.string.map {
            $0.split(separator: "/").dropLast(2).joined(separator: "/")
        }
    }

    private static func registryNotifications(_ payload: Payload) -> [EventImage]? {
        guard let events = payload["events"]?.items, events.contains(where: { $0["target"] != nil })
        else { return nil }
        return events.flatMap { event -> [EventImage] in
            guard event["action"]?.string == "push",
                event["target", "mediaType"]?.string.map(isImageManifest) ?? true,
                let path = event["target", "repository"]?.string
            else { return [] }
            return image(
                EventImage(host: event["request", "host"]?.string, path: path),
                tag: event["target", "tag"]?.string)
        }
    }

    private static func isImageManifest(_ type: String) -> Bool {
        type.contains(".manifest.") || type.contains(".image.index.")
    }

    private static func harbor(_ payload: Payload) -> [EventImage]? {
        switch payload["type"]?.string {
        case "PUSH_ARTIFACT": return harborPush(payload["event_data"])
        case "harbor.artifact.pushed": return harborPush(payload["data"])
        case let type?:
            let isHarbor = payload["event_data"] != nil || type.hasPrefix("harbor.")
            return isHarbor ? [] : nil
        case nil: return nil
        }
    }

    private static func harborPush(_ data: Payload?) -> [EventImage] {
        guard let path = data?["repository", "repo_full_name"]?.string else { return [] }
        return (data?["resources"]?.items ?? []).flatMap { resource in
            let host = resource["resource_url"]?.string?.prefix { $0 != "/" }
            return image(
                EventImage(host: host.map(String.init), path: path), tag: resource["tag"]?.string)
        }
    }

    // MARK: Clouds

    private static func pubSub(_ payload: Payload) -> [EventImage]? {
        guard let message = payload["message"], message.isObject,
            let data = message["data"]?.string
        else { return nil }
        guard let text = Base64.decodedText(data), let event = Payload(Array(text.utf8)) else {
            return []
        }
        guard event["action"]?.string == "INSERT", let tag = event["tag"]?.string else { return [] }
        return image(EventImage(reference: tag), tag: tagOf(tag))
    }

    private static func tagOf(_ reference: String) -> String? {
        guard let name = reference.split(separator: "/").last, let colon = name.firstIndex(of: ":")
        else { return nil }
        return String(name[name.index(after: colon)...])
    }

    private static func eventBridge(_ payload: Payload) -> [EventImage]? {
        guard payload["detail-type"]?.string == "ECR Image Action" else { return nil }
        guard let detail = payload["detail"], detail["action-type"]?.string == "PUSH",
            detail["result"]?.string == "SUCCESS",
            let path = detail["repository-name"]?.string,
            let account = payload["account"]?.string, let region = payload["region"]?.string
        else { return [] }
        return image(
            EventImage(host: "\(account).dkr.ecr.\(region).amazonaws.com", path: path),
            tag: detail["image-tag"]?.string)
    }

    /// The form that an input transformer of EventBridge gives to the same event.
    private static func cloudEvent(_ payload: Payload) -> [EventImage]? {
        guard payload["type"]?.string == "com.amazon.ecr.image.push" else { return nil }
        guard let path = payload["data", "repositoryName"]?.string else { return [] }
        let source = payload["source"]?.string?.split(separator: ":") ?? []
        let host =
            source.count > 4 ? "\(source[4]).dkr.ecr.\(source[3]).amazonaws.com" : nil
        return image(
            EventImage(host: host, path: path), tag: payload["data", "imageTag"]?.string)
    }

    // MARK: Forges

    private static func github(_ payload: Payload) -> [EventImage]? {
        guard let package = payload["registry_package"] ?? payload["package"],
            let version = package["package_version"], version.isObject
        else { return nil }
        let kind = package["package_type"]?.string?.lowercased()
        guard kind == nil || kind == "container" || kind == "docker",
            ["published", "updated"].contains(payload["action"]?.string)
        else { return [] }
        let tag = version["container_metadata", "tag", "name"]?.string
        if let address = version["package_url"]?.string, !address.hasPrefix("https:") {
            return image(EventImage(reference: address), tag: tag)
        }
        guard let owner = package["namespace"]?.string, let name = package["name"]?.string else {
            return []
        }
        return image(EventImage(host: "ghcr.io", path: "\(owner)/\(name)"), tag: tag)
    }

    private static func gitea(_ payload: Payload) -> [EventImage]? {
        guard let package = payload["package"], let name = package["name"]?.string,
            let owner = package["owner", "login"]?.string ?? package["owner", "username"]?.string
        else { return nil }
        guard package["type"]?.string == "container", payload["action"]?.string != "deleted" else {
            return []
        }
        return image(
            EventImage(host: nil, path: "\(owner)/\(name)"), tag: package["version"]?.string)
    }

    // MARK: Tags

    private static func image(_ image: EventImage?, tag: String?) -> [EventImage] {
        guard isImageTag(tag), let image else { return [] }
        return [image]
    }

    /// Not the digest of a push without tag, nor the tag of a signature or attestation.
    static func isImageTag(_ tag: String?) -> Bool {
        guard let tag, !tag.isEmpty, !tag.hasPrefix("sha256:") else { return false }
        guard tag.hasPrefix("sha256-") else { return true }
        let digest = tag.dropFirst(7).prefix(64)
        let rest = tag.dropFirst(7 + 64)
        return Hexadecimal.bytes(digest, count: 32) == nil
            || !["", ".sig", ".att", ".sbom"].contains(rest)
    }
}

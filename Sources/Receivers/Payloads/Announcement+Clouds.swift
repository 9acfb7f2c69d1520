import WebAccess

/// The events of the clouds' registries.
extension Announcement {
    /// Artifact Registry and Container Registry, in the envelope of Pub/Sub.
    static func googleNotification(_ envelope: JSONValue) -> Announcement? {
        guard let text = envelope["message", "data"]?.text else { return nil }
        guard let data = Base64.decodedText(text), let event = JSONValue(Array(data.utf8)),
            let action = event["action"]?.text
        else { return .anything }
        guard action == "INSERT" else { return .nothing }
        let tag = event["tag"]?.text
        return Announcement([(tag.flatMap { AnnouncedImage($0, isPublicName: true) }, tag)])
    }

    static func azure(_ event: JSONValue) -> Announcement? {
        guard let action = event["action"]?.text, let target = event["target"],
            let name = target["repository"]?.text
        else { return nil }
        guard action == "push" else { return .nothing }
        let image = AnnouncedImage(
            name, host: event["request", "host"]?.text, isPublicName: false)
        return Announcement([(image, target["tag"]?.text)])
    }

    /// Amazon's registry, as EventBridge has its events.
    static func elasticContainerRegistry(_ event: JSONValue) -> Announcement? {
        guard event["detail-type"]?.text == "ECR Image Action", let detail = event["detail"] else {
            return nil
        }
        guard detail["action-type"]?.text == "PUSH", detail["result"]?.text == "SUCCESS" else {
            return .nothing
        }
        let image = elasticImage(
            account: event["account"]?.text, region: event["region"]?.text,
            name: detail["repository-name"]?.text)
        return Announcement([(image, detail["image-tag"]?.text)])
    }

    /// The same events as argocd-image-updater's documentation has EventBridge transform them.
    static func elasticCloudEvent(_ event: JSONValue) -> Announcement? {
        guard event["type"]?.text == "com.amazon.ecr.image.push", let data = event["data"] else {
            return nil
        }
        // `urn:aws:ecr:REGION:ACCOUNT:repository/NAME`
        let parts = (event["source"]?.text ?? "").split(
            separator: ":", omittingEmptySubsequences: false)
        let image = elasticImage(
            account: data["registryId"]?.text ?? (parts.count > 4 ? String(parts[4]) : nil),
            region: parts.count > 3 ? String(parts[3]) : nil, name: data["repositoryName"]?.text)
        return Announcement([(image, data["imageTag"]?.text)])
    }

    private static func elasticImage(
        account: String?, region: String?, name: String?
    ) -> AnnouncedImage? {
        guard let name else { return nil }
        guard let account, let region else { return AnnouncedImage(name, isPublicName: false) }
        let suffix = region.hasPrefix("cn-") ? ".cn" : ""
        return AnnouncedImage(
            name, host: "\(account).dkr.ecr.\(region).amazonaws.com\(suffix)", isPublicName: true)
    }
}

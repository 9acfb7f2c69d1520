/// The events of forges that have registries.
extension Announcement {
    /// GitHub: `package` of a repository, `registry_package` of an organisation.
    static func githubPackage(_ event: JSONValue) -> Announcement? {
        guard let package = event["package"] ?? event["registry_package"],
            let version = package["package_version"], version.isObject
        else { return nil }
        let type = package["package_type"]?.text?.lowercased()
        guard type == nil || type == "container" || type == "docker",
            event["action"]?.text == "published" || event["action"]?.text == "updated"
        else { return .nothing }
        let tag = version["container_metadata", "tag", "name"]?.text
        if let address = version["package_url"]?.text {
            return Announcement([(AnnouncedImage(address, isPublicName: true), tag)])
        }
        let parts = [package["namespace"]?.text, package["name"]?.text].compactMap(\.self)
        let image = AnnouncedImage(parts.joined(separator: "/"), isPublicName: false)
        return Announcement([(image, tag)])
    }

    /// Gitea and Forgejo.
    static func giteaPackage(_ event: JSONValue) -> Announcement? {
        guard let package = event["package"], let type = package["type"]?.text,
            let owner = (package["owner", "login"] ?? package["owner", "username"])?.text
        else { return nil }
        guard type == "container", event["action"]?.text == "created" else { return .nothing }
        let image = (package["name"]?.text).flatMap {
            AnnouncedImage("\(owner)/\($0)", isPublicName: false)
        }
        return Announcement([(image, package["version"]?.text)])
    }
}

package import Configuration
package import GoTemplates

extension AutomationMessage {
    /// The commit message of these changes, by path from the automation's directory.
    ///
    /// Without a version of Flux, the newest known counts.
    package func text(
        of files: [String: [CommitData.ObjectChanges]], in version: FluxVersion?
    ) throws(TemplateError) -> [UInt8] {
        let data = CommitData(
            automationNamespace: namespace, automationName: name, files: files, values: values)
        let version = version ?? .current
        return try Template(template).rendered(
            with: data, in: DataModel(fluxMajor: 2, minor: version.minor))
    }
}

extension FluxVersion {
    /// The newest whose commit messages are known.
    package static let current = FluxVersion(minor: 9)
}

import ImageReferences

/// The changes of an automation: the data of a commit message.
package struct CommitData: Sendable {
    /// A change of one scalar.
    package struct Change: Hashable, Sendable {
        package let oldValue: String
        package let newValue: String
        /// The marker's text, such as `flux-system:app:tag`.
        package let setter: String

        package init(oldValue: String, newValue: String, setter: String) {
            self.oldValue = oldValue
            self.newValue = newValue
            self.setter = setter
        }
    }

    /// An image that was written; only older versions of Flux tell templates about it.
    package struct Image: Hashable, Sendable {
        /// As written.
        package let text: String
        /// The tag or digest.
        package let identifier: String
        package let repository: String
        package let registry: String
        /// The reference in full.
        package let name: String
        package let policyNamespace: String
        package let policyName: String

        /// Reads a reference as go-containerregistry does; an empty tag is `latest`.
        ///
        /// Source: go-containerregistry, `name.ParseReference` and the methods of its result.
        package init(_ text: String, policy: (namespace: String, name: String)) {
            let reference = ImageReference(text, convention: .fluxRepository)
            let path = Repository(nameIn: text, convention: .fluxRepository)?.canonicalName ?? ""
            let slash = path.firstIndex(of: "/") ?? path.startIndex
            let tag = reference.tag.text ?? "latest"
            self.text = text
            identifier = reference.digest.text ?? tag
            name = path + (reference.digest.text.map { "@\($0)" } ?? ":\(tag)")
            registry = String(path[..<slash])
            repository = String(path[slash...].dropFirst())
            (policyNamespace, policyName) = policy
        }
    }

    /// An object of a manifest; not all have a name.
    package struct Object: Hashable, Sendable {
        package let apiVersion: String
        package let kind: String
        package let namespace: String
        package let name: String

        package init(apiVersion: String, kind: String, namespace: String, name: String) {
            self.apiVersion = apiVersion
            self.kind = kind
            self.namespace = namespace
            self.name = name
        }
    }

    /// The changes of one object in one file.
    package struct ObjectChanges: Sendable {
        package let object: Object
        package let changes: [Change]
        package let images: [Image]

        package init(object: Object, changes: [Change], images: [Image] = []) {
            self.object = object
            self.changes = changes
            self.images = images
        }
    }

    package let automationNamespace: String
    package let automationName: String
    /// By path relative to the automation's `update.path`.
    package let files: [String: [ObjectChanges]]
    /// `messageTemplateValues` of the automation.
    package let values: [String: String]

    package init(
        automationNamespace: String, automationName: String, files: [String: [ObjectChanges]],
        values: [String: String] = [:]
    ) {
        self.automationNamespace = automationNamespace
        self.automationName = automationName
        self.files = files
        self.values = values
    }
}

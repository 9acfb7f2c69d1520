package import CheckPipeline
package import Configuration
package import GoTemplates
import ManifestFacts
package import RepositoryLinking

/// The template and values that an automation renders its commit messages from.
package struct AutomationMessage: Sendable {
    package let automation: LinkedAutomation
    /// In the cluster, as written where that is not known.
    package let namespace: String
    package let name: String
    /// Flux's default where the automation has none.
    package let template: String
    /// Where the template is; nil for Flux's default.
    package let templatePlace: Declaration?
    package let declaration: Declaration
    package let values: [String: String]

    /// The message of the automation of that name; those of several declarations must be equal.
    package init(
        of name: ObjectName, in model: RepositoryModel, paths: ReportPaths
    ) throws(MessageMissing) {
        let named = model.automations.automations.filter { $0.built.identity.isNamed(name) }
        let automations = named.filter { model.places(of: $0).contains(where: paths.contains) }
        guard let first = automations.first else {
            let names = model.automations.automations.map(\.name)
            throw .noAutomation(
                name, suggestion: Suggestion.nearest(to: name.description, among: names))
        }
        let message = try AutomationMessage(first, in: model)
        for other in automations.dropFirst() {
            let other = try AutomationMessage(other, in: model)
            guard (other.template, other.values) == (message.template, message.values) else {
                throw .several(name, [message, other].map(\.declaration.description))
            }
        }
        self = message
    }

    /// The message of one way of building an automation.
    package init(
        _ automation: LinkedAutomation, in model: RepositoryModel
    ) throws(MessageMissing) {
        let places = FilePositions(model)
        let identity = automation.built.identity
        let written = automation.built.fact.fact.object.identity
        self.automation = automation
        namespace = identity.namespace.known ?? written.namespace ?? ""
        name = identity.name.known ?? written.name ?? ""
        declaration = places.declaration(at: automation.location)
        switch automation.messageTemplate {
        case .known(let text, let location) where !text.isEmpty:
            template = text
            templatePlace = places.declaration(at: location)
        case .known, .absent:
            template = Template.defaultSource
            templatePlace = nil
        case .unknown(let reason): throw .unknown(automation.name, reason: reason)
        case .collection: throw .unknown(automation.name, reason: "it is not a string")
        }
        var values: [String: String] = [:]
        for (key, value) in automation.messageValues {
            if let reason = value.unknownReason {
                throw .unknown(automation.name, reason: "the value `\(key)`: \(reason)")
            }
            values[key] = value.text ?? ""
        }
        self.values = values
    }

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

extension RepositoryModel {
    /// The files that say where an automation is: its own, and those of what builds it.
    fileprivate func places(of automation: LinkedAutomation) -> [String] {
        [automation.built.fact.path] + kustomizations(of: automation.built.object)
            + roots(of: automation.built.object).compactMap { $0.builder?.path }
    }
}

/// Why there is no one message to explain.
package enum MessageMissing: Error, Hashable, Sendable {
    case noAutomation(ObjectName, suggestion: String?)
    /// Declarations of the same name say different things; with two of their places.
    case several(ObjectName, [String])
    /// The repository leaves the message open; with the reason.
    case unknown(String, reason: String)
}

extension MessageMissing: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAutomation(let name, let suggestion):
            "no ImageUpdateAutomation `\(name)` is declared here"
                + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
        case .several(let name, let places):
            "`\(name)` has different messages at \(places.map { "`\($0)`" }.joined(separator: " and "))"
                + "; choose with --path, which also takes what builds it"
        case .unknown(let name, let reason):
            "the commit message of `\(name)` is not known: \(reason)"
        }
    }
}

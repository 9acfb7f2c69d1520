import Foundation
import GoTemplates
import Testing

/// A case of `template.jsonl` or `template-language.jsonl`.
struct TemplateVector: Decodable, Sendable, CustomTestStringConvertible {
    /// The result of one version of Flux for the template.
    struct Outcome: Decodable, Sendable {
        let output: String?
        let errorStage: String?
        let possibleOutputs: [String]?
    }

    // The keys of Go's JSON.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct Payload: Decodable, Sendable {
        let AutomationObject: NameFields
        let Changed: Changes
        let Values: [String: String]?
    }

    // The keys of Go's JSON.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct NameFields: Decodable, Sendable {
        let Namespace: String
        let Name: String
    }

    // The keys of Go's JSON.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct Changes: Decodable, Sendable {
        let FileChanges: [String: [Entry]]
    }

    // The keys of Go's JSON.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct Entry: Decodable, Sendable {
        struct ObjectFields: Decodable, Sendable {
            let APIVersion: String
            let Kind: String
            let Namespace: String
            let Name: String
        }
        struct ChangeFields: Decodable, Sendable {
            let OldValue: String
            let NewValue: String
            let Setter: String
        }
        struct ImageFields: Decodable, Sendable {
            let Ref: String
            let Policy: TemplateVector.NameFields
        }
        let Object: ObjectFields
        let Changes: [ChangeFields]
        let Images: [ImageFields]?
    }

    let name: String?
    let template: String
    let data: Payload?
    let output: String?
    let outputB64: String?
    let errorStage: String?
    let possibleOutputs: [String]?
    let legacy: Outcome?

    var testDescription: String { name ?? template }

    /// The expected bytes; nil where an error is expected.
    var bytes: [UInt8]? {
        outputB64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
            ?? output.map { Array($0.utf8) }
    }
}

extension TemplateVector.Payload {
    var commit: CommitData {
        CommitData(
            automationNamespace: AutomationObject.Namespace, automationName: AutomationObject.Name,
            files: Changed.FileChanges.mapValues { $0.map(\.changes) }, values: Values ?? [:])
    }
}

extension TemplateVector.Entry {
    fileprivate var changes: CommitData.ObjectChanges {
        CommitData.ObjectChanges(
            object: .init(
                apiVersion: Object.APIVersion, kind: Object.Kind, namespace: Object.Namespace,
                name: Object.Name),
            changes: Changes.map {
                .init(oldValue: $0.OldValue, newValue: $0.NewValue, setter: $0.Setter)
            },
            images: (Images ?? []).map {
                .init($0.Ref, policy: ($0.Policy.Namespace, $0.Policy.Name))
            })
    }
}

/// The outcome of a rendering: bytes, or the stage of the error.
enum Rendering: Equatable {
    case text([UInt8])
    case failure(String)
    /// The name of a function that Sluice does not run.
    case notRendered(function: String)

    init(_ template: String, _ data: CommitData = .sample, in model: DataModel = .current) {
        do throws(TemplateError) {
            self = .text(try Template(template).rendered(with: data, in: model))
        } catch {
            if case .call(let function, .notRendered) = error.reason {
                self = .notRendered(function: function)
            } else {
                self = .failure(error.stage.rawValue)
            }
        }
    }

    var isNotRendered: Bool {
        if case .notRendered = self { true } else { false }
    }

    init(text: String) { self = .text(Array(text.utf8)) }
}

extension CommitData {
    /// One file with one object with one change.
    static let sample = CommitData(
        automationNamespace: "flux-system", automationName: "apps",
        files: [
            "apps/web.yaml": [
                .init(
                    object: .init(
                        apiVersion: "apps/v1", kind: "Deployment", namespace: "prod", name: "web"),
                    changes: [
                        .init(
                            oldValue: "example.com/web:1.0.0", newValue: "example.com/web:1.1.0",
                            setter: "flux-system:web")
                    ],
                    images: [.init("example.com/web:1.1.0", policy: ("flux-system", "web"))])
            ]
        ],
        values: ["cluster": "prod-eu"])
}

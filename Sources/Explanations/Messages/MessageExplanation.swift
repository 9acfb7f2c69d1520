// Foundation for base64.
package import CheckPipeline
package import Configuration
import FoundationEssentials
package import GoTemplates
package import Reports
package import RepositoryLinking
import Rules
package import UpdateEngine

/// The commit message that a template gives, as Flux would render it.
package struct MessageExplanation: Answer {
    package static let command = "explain message"

    /// The input that replaces the repository's.
    package struct Input: Sendable {
        package var template: String?
        package var data: CommitData?
        package var version: FluxVersion?

        package init(template: String? = nil, data: CommitData? = nil, version: FluxVersion? = nil)
        {
            self.template = template
            self.data = data
            self.version = version
        }
    }

    /// Nil for a template that belongs to no automation.
    let automation: AutomationMessage?
    let template: String
    let isTemplateGiven: Bool
    let data: CommitData
    let isSample: Bool
    let version: FluxVersion
    let outcome: Result<[UInt8], TemplateError>

    /// The message of an automation of the repository; what `data` lacks is the automation's.
    package init(
        of name: ObjectName, in model: RepositoryModel, paths: ReportPaths = .all,
        _ input: Input = Input()
    ) throws(MessageMissing) {
        let message = try AutomationMessage(of: name, in: model, paths: paths)
        var input = input
        input.version = input.version ?? model.fluxReleases.latest
        self.init(message, sample: message.sample(in: model), input)
    }

    /// The message that a template gives without a repository.
    package init(ofTemplate template: String, _ input: Input = Input()) {
        var input = input
        input.template = template
        self.init(nil, sample: .invented, input)
    }

    private init(_ automation: AutomationMessage?, sample: CommitData, _ input: Input) {
        self.automation = automation
        let template = input.template ?? automation?.template ?? ""
        // Flux takes an empty template for none.
        self.template = template.isEmpty ? Template.defaultSource : template
        isTemplateGiven = input.template != nil
        isSample = input.data == nil
        data =
            automation == nil ? input.data ?? sample : input.data?.completed(by: sample) ?? sample
        version = input.version ?? .current
        outcome = Self.rendered(self.template, with: data, in: version)
    }

    private static func rendered(
        _ template: String, with data: CommitData, in version: FluxVersion
    ) -> Result<[UInt8], TemplateError> {
        Result { () throws(TemplateError) in
            try Template(template).rendered(
                with: data, in: DataModel(fluxMajor: 2, minor: version.minor))
        }
    }

    package var isValid: Bool { if case .success = outcome { true } else { false } }

    package var members: [String: JSONValue] {
        let declaration = automation.map { automation -> JSONValue in
            [
                "namespace": .string(automation.namespace),
                "name": .string(automation.name),
                "path": .string(automation.declaration.path),
                "line": .integer(automation.declaration.line),
            ]
        }
        var members: [String: JSONValue] = [
            "automation": declaration ?? .null, "sample": .boolean(isSample),
            "fluxVersion": .string(version.description),
            "message": .null, "messageBase64": .null, "error": .null,
        ]
        switch outcome {
        case .success(let bytes):
            members["message"] = .string(String(decoding: bytes, as: UTF8.self))
            if String(validating: bytes, as: UTF8.self) == nil {
                members["messageBase64"] = .string(Data(bytes).base64EncodedString())
            }
        case .failure(let error):
            members["error"] = [
                "stage": .string(error.stage.rawValue), "message": .string("\(error.reason)"),
                "line": .integer(error.line), "column": .integer(error.column),
            ]
        }
        return members
    }
}

extension CommitData {
    /// A change such as any repository could see.
    fileprivate static let invented = CommitData(
        automationNamespace: "flux-system", automationName: "flux-system",
        files: [
            "apps/web/deployment.yaml": [
                ObjectChanges(
                    object: Object(
                        apiVersion: "apps/v1", kind: "Deployment", namespace: "apps", name: "web"),
                    changes: [
                        Change(
                            oldValue: "registry.example.com/web:1.0.0",
                            newValue: "registry.example.com/web:1.0.1", setter: "flux-system:web")
                    ],
                    images: [
                        Image("registry.example.com/web:1.0.1", policy: ("flux-system", "web"))
                    ])
            ]
        ])

    /// With the name and the values of another where this has none.
    fileprivate func completed(by other: CommitData) -> CommitData {
        let isNamed = !automationNamespace.isEmpty || !automationName.isEmpty
        return CommitData(
            automationNamespace: isNamed ? automationNamespace : other.automationNamespace,
            automationName: isNamed ? automationName : other.automationName, files: files,
            values: values.isEmpty ? other.values : values)
    }
}

extension MessageExplanation {
    package func text(in style: TextStyle) -> String {
        paragraphs([TextTable(account).text(in: style), result(in: style)])
    }

    private var account: [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = []
        if let automation {
            rows.append(
                .row(
                    "automation", "\(automation.automation.name) (\(automation.declaration))",
                    .emphasis))
        }
        rows.append(.row("template", templateWords))
        rows.append(.row("data", dataWords))
        rows.append(.row("flux", version.description))
        return rows
    }

    private var templateWords: String {
        if isTemplateGiven { return "given" }
        return automation?.templatePlace?.description ?? "Flux's default: there is none"
    }

    private var dataWords: String {
        guard isSample else { return "given" }
        guard automation != nil else { return "a sample, invented" }
        let count = data.files.values.joined().count
        return count == 0
            ? "a sample without changes: the automation writes no marker of this repository"
            : "a sample: \(count) \(count == 1 ? "marker" : "markers") of the repository, with tags "
                + "that their policies could select"
    }

    private func result(in style: TextStyle) -> String {
        switch outcome {
        case .failure(let error):
            return MarkedText(
                text: template, range: error.offset..<error.offset, message: "\(error)"
            ).text(in: style)
        case .success(let bytes):
            if bytes.isEmpty { return style.applied(.gutter, to: "(empty)") + "\n" }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let text = lines.map { String(decoding: $0, as: UTF8.self).visible }
                .joined(separator: "\n")
            return bytes.last == 0x0A ? text : text + "\n"
        }
    }
}

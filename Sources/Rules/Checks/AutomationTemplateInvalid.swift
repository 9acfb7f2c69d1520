import Configuration
import GoTemplates
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags commit message templates that fail, which Flux notices with the first update.
struct AutomationTemplateInvalid: AutomationRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationTemplateInvalid)

    func findings(about automation: LinkedAutomation, in model: RepositoryModel) -> [Finding] {
        guard case .known(let text, let location) = automation.messageTemplate,
            let error = Self.error(in: text, of: automation, model.fluxReleases),
            doubt(about: error, of: automation, in: model) == nil
        else { return [] }
        return [
            finding(
                "the commit message fails with the first update: \(error)", of: automation,
                at: automation.messageLocation(ofOffset: error.offset, in: text) ?? location)
        ]
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.automations.automations.compactMap { automation in
            switch automation.messageTemplate {
            case .unknown(let reason): unjudged(automation, reason)
            case .known(let text, _):
                Self.error(in: text, of: automation, model.fluxReleases)
                    .flatMap { doubt(about: $0, of: automation, in: model) }
                    .map { unjudged(automation, $0) }
            case .absent, .collection: nil
            }
        }
    }

    /// Why it is not certain that Flux fails as well; nil where it is.
    private func doubt(
        about error: TemplateError, of automation: LinkedAutomation, in model: RepositoryModel
    ) -> String? {
        guard error.isCertain else { return "the commit message: \(error)" }
        // A cluster that takes an older API version may run a Flux that has the field.
        guard error.stage == .removedField, !model.fluxReleases.areKnown,
            !automation.isOfCurrentVersion
        else { return nil }
        return "the commit message uses a field that Flux 2.7 removed, and neither the repository "
            + "nor `flux.version` of the configuration tells which release runs"
    }

    /// What fails in every release that runs: fields were removed, and none has come back.
    private static func error(
        in text: String, of automation: LinkedAutomation, _ releases: FluxReleases
    ) -> TemplateError? {
        let removal = FluxVersion(minor: 7)
        let version =
            automation.isOfCurrentVersion
            ? releases.latest.map { max($0, removal) } : releases.latest
        let data = version.map { DataModel(fluxMajor: 2, minor: $0.minor) } ?? .current
        do throws(TemplateError) {
            guard let error = try Template(text).certainError(in: data) else { return nil }
            let mayHaveField =
                error.stage == .removedField && !automation.isOfCurrentVersion
                && releases.areKnown && !releases.areAll(atLeast: removal)
            return mayHaveField ? nil : error
        } catch {
            return error
        }
    }
}

extension LinkedAutomation {
    /// Whether its API version came with the release that removed fields of the template.
    fileprivate var isOfCurrentVersion: Bool {
        built.fact.fact.object.identity.apiVersion?.hasSuffix("/v1") == true
    }
}

extension TemplateError {
    /// Whether Flux fails as well: a limit is only ours, and so is what we do not render.
    fileprivate var isCertain: Bool {
        switch reason {
        case .tooLong, .tooDeep, .tooManySteps, .tooMuchOutput: false
        case .call(_, let failure):
            switch failure {
            case .notRepeatable, .tooLarge, .tooDeep, .tooManySteps: false
            default: true
            }
        default: true
        }
    }
}

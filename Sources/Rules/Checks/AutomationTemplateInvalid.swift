import Configuration
import GoTemplates
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags commit message templates that fail, which shows only at the first update.
struct AutomationTemplateInvalid: AutomationRule {
    func finding(about automation: LinkedAutomation, in model: RepositoryModel) -> Finding? {
        guard case .known(let text, let location) = automation.messageTemplate,
            let error = Self.error(in: text, of: automation, model.fluxReleases),
            error.isCertain
        else { return nil }
        let place = automation.messageLocation(ofOffset: error.offset, in: text) ?? location
        // A cluster that serves an older API version may run a release that has the field.
        if error.stage == .removedField, !model.fluxReleases.areKnown,
            !automation.isOfCurrentVersion
        {
            return finding(
                "from Flux \(Self.removal) on, the commit message template fails: \(error)",
                of: automation, at: place, severity: .note)
        }
        return finding(
            "the commit message template fails, and every update with it: \(error)",
            of: automation, at: place)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.automations.automations.compactMap { automation in
            switch automation.messageTemplate {
            case .unknown(let reason): unjudged(reason, at: automation.location)
            case .known(let text, _):
                Self.doubt(in: text, of: automation, model.fluxReleases)
                    .map { unjudged($0, at: automation.location) }
            case .absent, .collection: nil
            }
        }
    }

    /// Why it is not known whether a template fails; nil if it is known.
    private static func doubt(
        in text: String, of automation: LinkedAutomation, _ releases: FluxReleases
    ) -> String? {
        if let error = error(in: text, of: automation, releases) {
            return error.isCertain ? nil : "the commit message template: \(error)"
        }
        guard let name = try? Template(text).functionsNotRendered.first else { return nil }
        return "the commit message template uses `\(name)`, which Sluice does not run"
    }

    /// The release that removed fields of the template's data.
    private static let removal = FluxVersion(minor: 7)

    /// The error that occurs in every release that may run.
    ///
    /// Removed fields never came back, so the latest release decides.
    private static func error(
        in text: String, of automation: LinkedAutomation, _ releases: FluxReleases
    ) -> TemplateError? {
        let version =
            automation.isOfCurrentVersion
            ? releases.latest.map { max($0, removal) }
            : releases.latest ?? automation.lastRelease
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
    /// Whether its API version came with the release that removed the fields.
    fileprivate var isOfCurrentVersion: Bool {
        built.fact.fact.object.identity.apiVersion?.hasSuffix("/v1") == true
    }

    /// The last release that serves its API version, if that release still has all fields.
    fileprivate var lastRelease: FluxVersion? {
        switch built.fact.fact.object.identity.apiVersion?.split(separator: "/").last {
        case "v1alpha1", "v1alpha2", "v1beta1": FluxVersion(minor: 6)
        default: nil
        }
    }
}

extension TemplateError {
    /// Whether Flux fails as well: limits, and functions that are not rendered, are Sluice's own.
    fileprivate var isCertain: Bool {
        switch reason {
        case .tooLong, .tooDeep, .tooManySteps, .tooMuchOutput: false
        case .call(_, let failure):
            switch failure {
            case .notRendered, .tooLarge, .tooDeep, .tooManySteps: false
            default: true
            }
        default: true
        }
    }
}

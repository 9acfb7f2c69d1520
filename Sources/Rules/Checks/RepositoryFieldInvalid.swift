import Kustomize
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags fields of ImageRepositories that the API server or Flux rejects.
struct RepositoryFieldInvalid: RepositoryRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.repositoryFieldInvalid)

    private static let exclusionLimit = 25

    func findings(
        about repository: Effective<ImageRepositoryFact>, in model: RepositoryModel
    ) -> [Finding] {
        missing(from: repository, in: model)
            + duration("interval", ["ms", "s", "m", "h"], of: repository)
            + duration("timeout", ["ms", "s", "m"], of: repository) + provider(of: repository)
            + exclusions(of: repository)
    }

    /// A finding about the one field that is missing; an object without both is a partial one.
    private func missing(
        from repository: Effective<ImageRepositoryFact>, in model: RepositoryModel
    ) -> [Finding] {
        let fields = ["image", "interval"].map { ($0, repository.object.field("spec", $0)) }
        let absent = fields.filter(\.1.isAbsent)
        guard absent.count == 1, let name = repository.identity.name.known,
            !model.repositories.hasSeveral(named: name)
        else { return [] }
        return absent.map { field, _ in
            finding(
                "the API server rejects an ImageRepository without `\(field)`",
                at: repository.location, of: repository)
        }
    }

    private func duration(
        _ field: String, _ units: [String], of repository: Effective<ImageRepositoryFact>
    ) -> [Finding] {
        guard case .known(let text, let place) = repository.object.field("spec", field),
            NamePattern.isLiteral(text), !text.isDuration(of: units)
        else { return [] }
        return [
            finding(
                "\(text.quoted) is not a valid \(field): it takes numbers with the units "
                    + units.map { "`\($0)`" }.joined(separator: ", "), at: place, of: repository)
        ]
    }

    private func provider(of repository: Effective<ImageRepositoryFact>) -> [Finding] {
        guard case .known(let text, let place) = repository.object.field("spec", "provider"),
            NamePattern.isLiteral(text), !["generic", "aws", "azure", "gcp"].contains(text)
        else { return [] }
        return [
            finding(
                "the provider has to be `generic`, `aws`, `azure` or `gcp`, not \(text.quoted)",
                at: place, of: repository)
        ]
    }

    private func exclusions(of repository: Effective<ImageRepositoryFact>) -> [Finding] {
        guard case .collection(let list) = repository.object.field("spec", "exclusionList") else {
            return []
        }
        let items = list.items
        var findings = items.compactMap { $0.text }.compactMap { text, place -> Finding? in
            guard NamePattern.isLiteral(text), let error = Self.error(in: text) else { return nil }
            return finding(
                "this exclusion is not a valid regular expression, so every scan fails: \(error)",
                at: place, of: repository)
        }
        if items.count > Self.exclusionLimit {
            findings.append(
                finding(
                    "`exclusionList` has \(items.count) items, but takes at most \(Self.exclusionLimit)",
                    at: repository.location, of: repository))
        }
        return findings
    }

    /// Nil for a valid pattern, and for one that only exceeds a limit of Sluice.
    private static func error(in pattern: String) -> PatternError? {
        do throws(PatternError) {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error.isOwnLimit ? nil : error
        }
    }
}

import Kustomize
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText

/// Flags fields of ImageRepositories that the API server or Flux rejects.
struct RepositoryFieldInvalid: Rule {
    private static let exclusionLimit = 25

    func findings(in model: RepositoryModel) -> [Finding] {
        model.objects.repositories.flatMap { repository in
            let fields = [
                missing(from: repository, in: model),
                duration("interval", ["ms", "s", "m", "h"], of: repository),
                duration("timeout", ["ms", "s", "m"], of: repository), provider(of: repository),
            ]
            return fields.compactMap(\.self) + exclusions(of: repository)
        }
    }

    /// A finding about the one field that is missing; an object without both is a partial one.
    private func missing(
        from repository: BuiltRepository, in model: RepositoryModel
    ) -> Finding? {
        let absent = ["image", "interval"].filter { repository.object.field("spec", $0).isAbsent }
        guard absent.count == 1, let name = repository.identity.name.known,
            !model.repositories.hasSeveral(named: name)
        else { return nil }
        return finding(
            "the API server rejects an ImageRepository without `\(absent[0])`",
            at: repository.location, of: repository)
    }

    private func duration(
        _ field: String, _ units: [String], of repository: BuiltRepository
    ) -> Finding? {
        guard let (text, place) = repository.object.field("spec", field).literal,
            !text.isDuration(of: units)
        else { return nil }
        return finding(
            "\(text.quoted) is not a valid \(field): it takes numbers with the units "
                + units.map { "`\($0)`" }.joined(separator: ", "), at: place, of: repository)
    }

    private func provider(of repository: BuiltRepository) -> Finding? {
        guard let (text, place) = repository.object.field("spec", "provider").literal,
            !["generic", "aws", "azure", "gcp"].contains(text)
        else { return nil }
        return finding(
            "the provider has to be `generic`, `aws`, `azure` or `gcp`, not \(text.quoted)",
            at: place, of: repository)
    }

    private func exclusions(of repository: BuiltRepository) -> [Finding] {
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

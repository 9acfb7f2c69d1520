import Configuration
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags markers whose policy the repository declares nowhere.
struct MarkerPolicyMissing: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerPolicyMissing)

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.liveSetter, !isExternal(setter, in: model),
            model.policies.answer(namespace: setter.namespace, name: setter.name) == .missing
        else { return nil }
        return "no ImagePolicy `\(setter.name)` is declared in this repository, so Flux never "
            + "updates this value"
    }

    /// A policy whose name begins or ends alike may be the one that is meant.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        // Names are held against each other one by one, for each such marker.
        guard let name = marker.fact.liveSetter?.name, model.objects.policies.count <= 1_000,
            !model.objects.policies.contains(where: {
                $0.identity.name.known.map { $0.resembles(name) } ?? true
            })
        else { return nil }
        return .removing(marker, in: model)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, !isExternal(setter, in: model),
                case .unknown(let reason) = model.policies.answer(
                    namespace: setter.namespace, name: setter.name)
            else { return nil }
            return Unjudged(
                rule: Self.definition.id,
                location: SourceLocation(path: marker.path, span: marker.fact.span), reason: reason)
        }
    }

    private func isExternal(_ setter: SetterMarker, in model: RepositoryModel) -> Bool {
        model.configuration.isExternal(policy: "\(setter.namespace)/\(setter.name)")
    }
}

extension String {
    /// Whether half of the shorter name is the beginning or the end of both.
    fileprivate func resembles(_ other: String) -> Bool {
        let beginning = zip(utf8, other.utf8).lazy.prefix { $0 == $1 }.reduce(0) { sum, _ in sum + 1
        }
        let end = zip(utf8.reversed(), other.utf8.reversed()).lazy.prefix { $0 == $1 }
            .reduce(0) { sum, _ in sum + 1 }
        return 2 * max(beginning, end) >= min(utf8.count, other.utf8.count)
    }
}

import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags markers in files that no automation in the namespace of their policy updates.
struct MarkerOutsideAutomation: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.automations.hasOwn else { return [] }
        let byNamespace = Dictionary(grouping: model.automations.automations) {
            $0.built.identity.namespace.known
        }
        return model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter,
                case .outside = model.automations.coverage(of: setter, at: marker.path)
            else { return nil }
            let automations = byNamespace[setter.namespace] ?? []
            let isReplaced = model.isReplaced(marker)
            return finding(
                "Flux never updates this value: \(reason(setter, automations))"
                    + (isReplaced ? Self.replacement : ""), at: marker,
                severity: isReplaced ? .note : nil, related: related(automations))
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter,
                case .unknown(let reason) = model.automations.coverage(of: setter, at: marker.path)
            else { return nil }
            return unjudged(reason, at: marker.location)
        }
    }

    private func reason(_ setter: SetterMarker, _ automations: [LinkedAutomation]) -> String {
        guard !automations.isEmpty else {
            return "the namespace `\(setter.namespace)` of its policy has no automation"
        }
        let own = automations.filter { $0.source != .other }
        let paths = Set(own.compactMap { $0.writtenPath?.text }).sorted().prefix(3)
        guard !paths.isEmpty else {
            return "the automations in namespace `\(setter.namespace)` update another repository"
        }
        return "the automations in namespace `\(setter.namespace)` update only files in "
            + Array(paths).quotedList("or")
    }

    private func related(_ automations: [LinkedAutomation]) -> [RelatedLocation] {
        automations.prefix(3).map { automation in
            RelatedLocation(
                "the path of `\(automation.name)`",
                at: automation.writtenPath?.location ?? automation.location)
        }
    }
}

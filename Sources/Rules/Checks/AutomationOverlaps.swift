import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags pairs of automations that write the same marker on the same branch.
struct AutomationOverlaps: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationOverlaps)

    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }

    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.automations.automations.count > 1 else { return [] }
        var seenWriters: Set<[Int]> = []
        var seen: Set<Pair> = []
        var findings: [Finding] = []
        for marker in model.markers {
            guard let setter = marker.fact.liveSetter else { continue }
            let writers = model.automations.writers(of: setter, at: marker.path)
                .sorted { $0.number < $1.number }
            guard writers.count > 1, seenWriters.insert(writers.map(\.number)).inserted else {
                continue
            }
            for (index, second) in writers.enumerated() {
                let others = writers[..<index].filter {
                    seen.insert(Pair(first: $0.number, second: second.number)).inserted
                        && collide($0, second, in: model)
                }
                if let first = others.first {
                    findings.append(finding(first, second, marker))
                }
            }
        }
        return findings
    }

    private func finding(
        _ first: LinkedAutomation, _ second: LinkedAutomation, _ marker: Placed<MarkerFact>
    ) -> Finding {
        finding(
            "this automation and `\(first.name)` write the same markers, and their pushes race",
            of: second,
            related: [
                RelatedLocation(message: "the other automation", location: first.location),
                RelatedLocation(message: "a marker that both write", location: marker.location),
            ])
    }

    /// Whether both are in one cluster and push to one branch of one source.
    private func collide(
        _ first: LinkedAutomation, _ second: LinkedAutomation, in model: RepositoryModel
    ) -> Bool {
        guard first.built.identity != second.built.identity, let branch = first.target.name,
            branch == second.target.name, first.checkout == second.checkout,
            first.sourceName != nil, first.sourceName == second.sourceName
        else { return false }
        let firstRoots = Set(model.roots(of: first.built.object))
        let secondRoots = Set(model.roots(of: second.built.object))
        return first.built.fact.path == second.built.fact.path
            || !firstRoots.isDisjoint(with: secondRoots)
    }
}

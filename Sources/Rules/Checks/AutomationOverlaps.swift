import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags pairs of automations that write the same markers on the same branch.
///
/// In one cluster, their pushes race. In two clusters whose policies differ, each undoes the
/// other's updates. An automation that was copied from another cluster may still write that
/// cluster's directory.
struct AutomationOverlaps: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.automations.automations.count > 1 else { return [] }
        return races(in: model) + conflicts(in: model) + copies(in: model)
    }

    // MARK: One cluster

    private func races(in model: RepositoryModel) -> [Finding] {
        var seenWriters: Set<[Int]> = []
        var seen: Set<[Int]> = []
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
                    seen.insert([$0.number, second.number]).inserted
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
            "this automation and `\(first.name)` write the same markers, so their pushes race and one "
                + "of two runs fails: give each a path of its own",
            of: second,
            related: [
                RelatedLocation("the other automation", at: first.location),
                RelatedLocation("a marker that both write", at: marker.location),
            ])
    }

    /// Whether both are in one cluster and push to the same branch of the same source.
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

    // MARK: Two clusters

    private func conflicts(in model: RepositoryModel) -> [Finding] {
        var seen: Set<[Int]> = []
        return model.markers.flatMap { marker -> [Finding] in
            guard let setter = marker.fact.liveSetter else { return [] }
            let policies = model.policies.policies(namespace: setter.namespace, name: setter.name)
            guard policies.count > 1 else { return [] }
            let writers = model.automations.writers(of: setter, at: marker.path)
                .sorted { $0.number < $1.number }
            return writers.enumerated().flatMap { index, second in
                writers[..<index].compactMap { first in
                    let pair = [first.number, second.number]
                    guard !seen.contains(pair),
                        let (policy, other) = opposed(first, second, among: policies, in: model)
                    else { return nil }
                    seen.insert(pair)
                    return finding(first, policy, second, other, marker)
                }
            }
        }
    }

    /// The policies of one name that two automations follow, if they write the same branch from two
    /// clusters and the policies select differently.
    private func opposed(
        _ first: LinkedAutomation, _ second: LinkedAutomation,
        among policies: [Effective<ImagePolicyFact>], in model: RepositoryModel
    ) -> (Effective<ImagePolicyFact>, Effective<ImagePolicyFact>)? {
        guard first.source == .own, second.source == .own, let branch = first.target.name,
            branch == second.target.name,
            model.areInDifferentClusters(first.built.object, second.built.object)
        else { return nil }
        let own = [first, second].map { automation in
            policies.filter { model.shareCluster($0.object, automation.built.object) }
        }
        guard own.allSatisfy({ $0.count == 1 }), let policy = own[0].first,
            let other = own[1].first, other.object.selectsOther(than: policy.object)
        else { return nil }
        return (policy, other)
    }

    private func finding(
        _ first: LinkedAutomation, _ policy: Effective<ImagePolicyFact>,
        _ second: LinkedAutomation, _ other: Effective<ImagePolicyFact>,
        _ marker: Placed<MarkerFact>
    ) -> Finding {
        finding(
            "this automation and one of another cluster write the same markers on "
                + "`\(second.target.name ?? "")`, and the clusters' policies "
                + "`\(other.identity.displayName)` select differently, so each automation undoes the "
                + "other's updates: give each cluster a path of its own",
            of: second,
            related: [
                RelatedLocation("the other automation", at: first.location),
                RelatedLocation("the policy that this automation follows", at: other.location),
                RelatedLocation("the policy that the other one follows", at: policy.location),
                RelatedLocation("a marker that both write", at: marker.location),
            ])
    }

    // MARK: Copies

    /// The properties that copies of an automation share.
    private struct Work: Hashable {
        let identity: EffectiveIdentity
        let path: String
        let target: BranchReference

        /// Nil for automations without a known path below the root.
        init?(_ automation: LinkedAutomation) {
            guard let path = automation.updatePath, !path.isEmpty else { return nil }
            identity = automation.built.identity
            self.path = path
            target = automation.target
        }
    }

    private func copies(in model: RepositoryModel) -> [Finding] {
        let own = model.automations.automations.filter { $0.source == .own }
        let works = Dictionary(grouping: own, by: Work.init)
        return own.compactMap { automation in
            guard let work = Work(automation), let alike = works[work], alike.count > 1,
                let directory = unwrittenDirectory(of: automation, among: own, in: model),
                let original = alike.first(where: { other in
                    other !== automation
                        && model.bootstrapDirectories(of: other.built.object)?.contains {
                            RepositoryPath.isPath(work.path, in: $0)
                        } ?? false
                })
            else { return nil }
            return finding(copy: automation, in: directory, of: original)
        }
    }

    /// The directory of an automation's only cluster, if no automation writes it, a part of it or a
    /// directory that contains it.
    private func unwrittenDirectory(
        of automation: LinkedAutomation, among all: [LinkedAutomation], in model: RepositoryModel
    ) -> String? {
        guard let directories = model.bootstrapDirectories(of: automation.built.object),
            let directory = directories.first, directories.count == 1,
            all.allSatisfy({ other in
                other.updatePath.map {
                    !RepositoryPath.isPath($0, in: directory)
                        && !RepositoryPath.isPath(directory, in: $0)
                } ?? false
            })
        else { return nil }
        return directory
    }

    private func finding(
        copy automation: LinkedAutomation, in directory: String, of original: LinkedAutomation
    ) -> Finding {
        let name = directory.split(separator: "/").last ?? ""
        return finding(
            "this automation of the cluster `\(name)` writes another cluster's directory, as that "
                + "cluster's own automation does, and no automation writes the directory of "
                + "`\(name)`: correct `update.path`",
            of: automation, at: automation.writtenPath?.location,
            related: [
                RelatedLocation("the other cluster's automation", at: original.location)
            ])
    }
}

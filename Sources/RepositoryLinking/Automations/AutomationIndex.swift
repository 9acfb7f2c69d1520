import Kustomize
package import ManifestFacts
import SourceText
import Synchronization
import YAMLSyntax

/// The automations of a repository, and which of them write a marker.
///
/// Cost: linear in the automations to make; for a marker the depth of its directory, once for all
/// markers of a directory and namespace.
package final class AutomationIndex: Sendable {
    /// More automations at one place count as one of which nothing is known.
    private static let candidateLimit = 64

    /// In the order of their files; one that is built in several ways is there several times.
    package let automations: [LinkedAutomation]
    private let policies: PolicyIndex
    private let graph: BuildGraph
    private let byPlace: [Place: [Int]]
    /// Automations whose namespace or path is not known, or whose path is not there.
    private let open: [Int]
    /// The roots of the repositories that an automation rewrites for certain.
    private let rewritten: Set<String>
    /// Keys of labels that Flux adds to whatever it applies.
    private let addedKeys: Set<String>
    private let knownCandidates = Mutex<[Place: [Int]]>([:])
    private let knownChoices = Mutex<[Choice: AutomationVerdict]>([:])
    private let knownTemplate = Once<Bool>()

    private struct Place: Hashable {
        let namespace: String
        let path: String
    }

    /// An automation that selects by label, and a policy.
    private struct Choice: Hashable {
        let automation: Int
        let namespace: String
        let name: String
    }

    init(
        _ objects: EffectiveObjects, in graph: BuildGraph, policies: PolicyIndex, paths: TreePaths
    ) {
        let kustomizations = graph.facts.fluxKustomizations
        let sources = GitSources(objects.sources, kustomizations: kustomizations, paths: paths)
        let linked = LinkedSources(graph.facts)
        automations = objects.automations.enumerated().map { number, automation in
            LinkedAutomation(
                automation, number: number, sources: sources,
                links: graph.facts.links,
                linked: linked.root(
                    of: automation.object.field(.sourceName).text, kind: nil,
                    inFile: automation.fact.path),
                paths: paths)
        }
        rewritten = Set(automations.lazy.filter { $0.source == .own }.compactMap(\.repository))
        self.policies = policies
        self.graph = graph
        var byPlace: [Place: [Int]] = [:]
        var open: [Int] = []
        for automation in automations {
            guard let path = automation.updatePath, automation.pathIsThere,
                let namespace = automation.built.identity.namespace.known
            else {
                if open.count <= Self.candidateLimit { open.append(automation.number) }
                continue
            }
            let place = Place(namespace: namespace, path: path)
            if byPlace[place, default: []].count <= Self.candidateLimit {
                byPlace[place, default: []].append(automation.number)
            }
        }
        self.byPlace = byPlace
        self.open = open
        addedKeys =
            automations.contains { $0.selector != nil }
            ? Set(kustomizations.lazy.flatMap(\.fact.addedLabelKeys)) : []
    }

    /// Whether any automation rewrites this repository for certain.
    package var hasOwn: Bool { !rewritten.isEmpty }

    /// The same for the repository that a file belongs to: what another one does with itself says
    /// nothing about it.
    private func hasOwn(at path: String) -> Bool {
        rewritten.contains(graph.facts.links.root(ofFile: path))
    }

    // MARK: Markers

    /// Whether some automation writes the markers of a setter in a file.
    package func coverage(of setter: SetterMarker, at path: String) -> MarkerCoverage {
        guard hasOwn(at: path) else {
            return .unknown("the repository declares no automation that rewrites it")
        }
        let candidates = candidates(for: setter.namespace, at: path)
        guard candidates.count <= Self.candidateLimit else {
            return .unknown("there are more than \(Self.candidateLimit) automations here")
        }
        var reason: String?
        var unselecting: [LinkedAutomation] = []
        for automation in candidates {
            switch verdict(on: setter, at: path, by: automation) {
            case .writes, .suspended: return .covered
            case .unselected: unselecting.append(automation)
            case .unknown(let text): reason = reason ?? text
            case .otherNamespace, .otherRepository, .outside: break
            }
        }
        if let reason { return .unknown(reason) }
        if !unselecting.isEmpty { return .unselected(unselecting) }
        return isTemplated
            ? .unknown("a template of the repository may declare an automation") : .outside
    }

    /// The same for those only whose directory contains the file, or may; in their order.
    ///
    /// Cost: that of `coverage`.
    func verdictsNear(
        _ setter: SetterMarker, at path: String
    ) -> [(automation: LinkedAutomation, verdict: AutomationVerdict)] {
        candidates(for: setter.namespace, at: path).sorted { $0.number < $1.number }
            .map { ($0, verdict(on: setter, at: path, by: $0)) }
    }

    /// The verdict of each automation on a setter's markers in a file, in the order of the
    /// automations.
    package func verdicts(
        on setter: SetterMarker, at path: String
    ) -> [(automation: LinkedAutomation, verdict: AutomationVerdict)] {
        automations.map { ($0, verdict(on: setter, at: path, by: $0)) }
    }

    /// The automations that write a setter's markers in a file, or would if they were resumed.
    package func writers(of setter: SetterMarker, at path: String) -> [LinkedAutomation] {
        let candidates = candidates(for: setter.namespace, at: path)
        guard candidates.count <= Self.candidateLimit else { return [] }
        return candidates.filter { verdict(on: setter, at: path, by: $0) == .writes }
    }

    /// The verdict of one automation on a setter's markers in a file.
    ///
    /// - Parameters:
    ///   - isOwn: Whether it is known to work on this repository.
    ///   - foreignLabels: Those of the setter's policy in a cluster, which count where the
    ///     repository does not declare it.
    package func verdict(
        on setter: SetterMarker, at path: String, by automation: LinkedAutomation,
        isOwn: Bool = false, foreignLabels: [String: String]? = nil
    ) -> AutomationVerdict {
        let source = isOwn ? .own : automation.source
        let namespace = automation.built.identity.namespace
        if namespace != .absent, !namespace.mayBe(setter.namespace) {
            return .otherNamespace(namespace.known ?? automation.name)
        }
        if source == .other || !automation.isOn(repositoryOf: path) { return .otherRepository }
        if let directory = automation.updatePath, !automation.mayCover(path) {
            // A path that has to be corrected may be meant for this very file.
            return automation.pathIsThere
                ? .outside(directory) : .unknown("its path is not in this repository")
        }
        let selection = selection(of: setter, by: automation, foreignLabels)
        if case .unselected = selection { return selection }
        if namespace.known == nil { return .unknown("its namespace is not known") }
        if source == .unknown { return .unknown("its source may be this repository") }
        if automation.updatePath == nil { return .unknown("its path is not known") }
        if case .unknown = selection { return selection }
        return automation.isSuspended ? .suspended : .writes
    }

    // MARK: Selection

    /// `writes`, `unselected` or `unknown`.
    private func selection(
        of setter: SetterMarker, by automation: LinkedAutomation,
        _ foreignLabels: [String: String]?
    ) -> AutomationVerdict {
        switch automation.selector {
        case nil: return .writes
        case .invalid?: return .unknown("its `policySelector` is invalid")
        case .unknown?: return .unknown("its `policySelector` is not known")
        case .known(let selector)?:
            if let foreignLabels,
                policies.policies(namespace: setter.namespace, name: setter.name).isEmpty
            {
                let labels = foreignLabels.mapValues { EffectiveText.known($0) }
                return selector.firstUnmet(by: labels).map { .unselected($0) } ?? .writes
            }
            let choice = Choice(
                automation: automation.number, namespace: setter.namespace, name: setter.name)
            if let known = knownChoices.withLock({ $0[choice] }) { return known }
            let verdict = selection(of: setter, by: selector)
            knownChoices.withLock { $0[choice] = verdict }
            return verdict
        }
    }

    private func selection(
        of setter: SetterMarker, by selector: PolicySelector
    ) -> AutomationVerdict {
        let built = policies.policies(namespace: setter.namespace, name: setter.name)
        guard !built.isEmpty else { return .unknown("the policy's labels are not known") }
        var unmet: PolicySelector.Requirement?
        for policy in built {
            guard let labels = graph.labels(of: policy.object),
                !selector.requirements.contains(where: { isOpen($0.key, labels) })
            else { return .unknown("the policy's labels are not known") }
            guard let requirement = selector.firstUnmet(by: labels) else { return .writes }
            unmet = unmet ?? requirement
        }
        return unmet.map { .unselected($0) } ?? .writes
    }

    private func isOpen(_ key: String, _ labels: [String: EffectiveText]) -> Bool {
        if addedKeys.contains(key) || key.hasPrefix("kustomize.toolkit.fluxcd.io/") { return true }
        if case .pattern? = labels[key] { return true }
        return false
    }

    // MARK: Places

    private func candidates(for namespace: String, at path: String) -> [LinkedAutomation] {
        guard !automations.isEmpty else { return [] }
        let directory = RepositoryPath.directory(of: path) ?? ""
        let numbers = byPlace[Place(namespace: namespace, path: path)] ?? []
        return (numbers + candidates(for: Place(namespace: namespace, path: directory)) + open)
            .prefix(Self.candidateLimit + 1).map { automations[$0] }
    }

    /// The automations of the directory and of those around it.
    private func candidates(for place: Place) -> [Int] {
        if let known = knownCandidates.withLock({ $0[place] }) { return known }
        var numbers: [Int] = []
        var next: String? = place.path
        while let directory = next, numbers.count <= Self.candidateLimit {
            numbers += byPlace[Place(namespace: place.namespace, path: directory)] ?? []
            next = RepositoryPath.directory(of: directory)
        }
        let found = numbers
        knownCandidates.withLock { $0[place] = found }
        return found
    }

    /// Whether a text that is no object yet, such as a template, declares automations.
    private var isTemplated: Bool {
        knownTemplate.value {
            graph.kustomize.files.contains { file in
                file.facts.automations.isEmpty && file.facts.mentionsAutomations
            }
        }
    }
}

extension FileFacts {
    /// Whether a template or a text that is not YAML declares one; a definition of the kind has a
    /// `group` in the place of the `apiVersion`.
    fileprivate var mentionsAutomations: Bool {
        source.contains(word: Array("kind: ImageUpdateAutomation".utf8))
            && source.contains(word: Array("apiVersion: image.toolkit.fluxcd.io/".utf8))
    }
}

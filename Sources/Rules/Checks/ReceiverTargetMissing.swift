import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags resources of Receivers that are not declared in a repository that declares others of their
/// kind.
struct ReceiverTargetMissing: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard !model.objects.receivers.isEmpty else { return [] }
        let declared = DeclaredTargets(model)
        return model.objects.receivers.flatMap { findings(about: $0, among: declared) }
    }

    private func findings(
        about receiver: Effective<ReceiverFact>, among declared: DeclaredTargets
    ) -> [Finding] {
        guard case .collection(let list) = receiver.object.field("spec", "resources") else {
            return []
        }
        return list.items.compactMap { item in
            guard let kind = item["kind"]?.text?.text, let name = item["name"]?.text,
                NamePattern.isLiteral(name.text), name.text != "*",
                let namespace = namespace(of: item, receiver),
                let others = declared.others(than: name.text, kind: kind, in: namespace)
            else { return nil }
            return finding(
                "no \(kind) `\(namespace)/\(name.text)` is declared here, so calls of this Receiver do "
                    + "not reach it; declared: "
                    + others.prefix(3).map { "`\($0)`" }.joined(separator: ", "),
                at: name.location, of: receiver)
        }
    }

    /// Nil if it is not known.
    private func namespace(of item: BuiltNode, _ receiver: Effective<ReceiverFact>) -> String? {
        guard let written = item["namespace"], !written.isNull else {
            return receiver.identity.namespace.known
        }
        return written.text.flatMap { NamePattern.isLiteral($0.text) ? $0.text : nil }
    }
}

/// The declared objects that Receivers can name, as built.
private struct DeclaredTargets {
    /// The name of the source and Kustomization that `flux bootstrap` and the Flux Operator create.
    private static let bootstrapName = "flux-system"

    private let byKind: [String: [EffectiveIdentity]]
    /// Whether a source or Kustomization of that name may exist without being in Git.
    private let mayBeBootstrapped: Bool
    private let index: ImageRepositoryIndex
    private let hasOperator: Bool

    init(_ model: RepositoryModel) {
        byKind = [
            "GitRepository": model.objects.sources.map(\.identity),
            "ImageRepository": model.objects.repositories.map(\.identity),
            "Kustomization": model.kustomizations.map(\.identity),
        ]
        index = model.repositories
        hasOperator = model.files.contains { file in
            file.facts.objects.contains { $0.identity.kind == "FluxInstance" }
        }
        let sources = Set(model.kustomizations.compactMap(\.fact.fact.sourceName?.text))
        mayBeBootstrapped = hasOperator || sources.isEmpty || sources.contains(Self.bootstrapName)
    }

    /// The names of the kind that are declared in the namespace; nil if there are none, or if this
    /// one is among them or may be created elsewhere.
    func others(than name: String, kind: String, in namespace: String) -> [String]? {
        guard let identities = byKind[kind],
            !identities.contains(where: { $0.mayBe(namespace: namespace, name: name) }),
            !identities.contains(where: { $0.name.known == nil })
        else { return nil }
        if kind != "ImageRepository", name == Self.bootstrapName, mayBeBootstrapped { return nil }
        if kind == "ImageRepository" {
            switch index.answer(namespace: .known(namespace), name: name) {
            case .missing, .elsewhere: break
            case .declared, .unknown: return nil
            }
        }
        var names = Set(
            identities.filter { $0.namespace.mayBe(namespace) || $0.namespace == .absent }
                .compactMap(\.name.known))
        if kind == "GitRepository", hasOperator, namespace == Self.bootstrapName {
            names.insert(Self.bootstrapName)
        }
        return names.isEmpty ? nil : names.sorted()
    }
}

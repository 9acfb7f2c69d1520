import Kustomize
import ManifestFacts
import YAMLSyntax

extension FluxOverrides {
    /// Takes what the fact knows: all of a Flux Kustomization without further changes.
    init(_ fact: FluxKustomizationFact) {
        namespace = fact.targetNamespace?.text
        components = fact.components.map(\.text)
    }

    /// Reads `spec` of a Flux Kustomization as built.
    init(_ object: EffectiveObject, _ reader: inout PatchReader) {
        let spec = object.document?["spec"]
        namespace = Self.text(object.text("targetNamespace"))
        prefix = Self.text(object.text("namePrefix"))
        suffix = Self.text(object.text("nameSuffix"))
        patches = reader.patches(in: spec?["patches"])
        strategicPatches = reader.strategicPatches(in: spec?["patchesStrategicMerge"])
        latePatches = reader.patches(in: spec?["patchesJson6902"])
        components = (spec?["components"]?.items ?? []).compactMap { item in
            item.text.flatMap { object.substituted($0.text) }
        }
        images = (spec?["images"]?.items ?? []).compactMap { entry in
            ImageEntry(entry) { object.substituted($0) ?? $0 }
        }
        if case .unknown? = object.document { unknown = .all }
    }

    /// An unknown text stays as a variable, and so do the names that contain it.
    private static func text(_ text: EffectiveText?) -> String? {
        switch text {
        case .known(let text)?, .pattern(let text)?: text
        case .absent?: ""
        case nil: nil
        }
    }
}

extension EffectiveObject {
    /// A text of this object with variables filled in; nil where Flux cannot.
    func substituted(_ text: String) -> String? {
        guard let variables else { return text }
        return VariableSubstitution.result(of: text, with: variables)?.text
    }
}

package import CheckPipeline
import ManifestFacts
package import RepositoryLinking
import SourceText

/// The values that a change writes at the markers of one file.
package struct WrittenValues: Sendable {
    /// The new texts, by where the markers are in the bytes before.
    let texts: [Int: String]

    /// - Parameter texts: By the offsets of markers in the bytes before.
    package init(_ texts: [Int: String]) {
        self.texts = texts
    }

    /// Whether the change writes beside a marker.
    package func holds(_ marker: MarkerUpdate) -> Bool { texts[marker.offset] != nil }
}

extension UpdatePlan {
    /// Judges values that stand at markers already as an update would before it writes them: by the
    /// policies that the markers follow, and by the guardrails of the configuration.
    ///
    /// Unlike an update, it takes nobody's word for what a policy selects: a value is refused unless
    /// every policy that its marker may mean is known to admit it.
    ///
    /// - Parameter values: By path; other files are left out.
    package static func review(
        of values: [String: WrittenValues], at marked: [MarkedFile], in model: RepositoryModel,
        within guardrails: Guardrails
    ) async -> UpdatePlan {
        let plan = UpdatePlan(writing: values, of: marked, in: model)
        let refused = await guardrails.refusals(of: plan)
        return refused.isEmpty
            ? plan : UpdatePlan(writing: values, of: marked, in: model, guards: [refused])
    }
}

package import ManifestFacts
import RepositoryLinking
package import SourceText
import YAMLSyntax

/// The outcome at one marker.
package struct MarkerUpdate: Sendable {
    package enum Outcome: Sendable {
        case changed(MarkerChange)
        /// The value is the new one already.
        case unchanged(value: String)
        /// Flux would not write there either; with the reason.
        case skipped(String)
        /// Flux would write there, but the write is refused; with the reason.
        case refused(Refusal)
    }

    package let path: String
    /// Of the value for a change, else of the marker.
    package let position: SourcePosition
    /// Of the marker, in bytes.
    let offset: Int
    /// The setter, or the comment where that contains none.
    package let marker: String
    let object: ObjectIdentity?
    /// The policies of the repository that it may mean.
    let policies: [LinkedPolicy]
    package var outcome: Outcome
}

/// A value that gets another text.
package struct MarkerChange: Sendable {
    /// The number of the document among those that are not empty, from 0.
    package let document: Int
    /// As in `.spec.containers[0].image`.
    package let yamlPath: String
    package let object: ObjectIdentity?
    package let old: String
    package let new: String
    /// Of which the new text is a part.
    package let image: SelectedImage
    /// The source of the new text: one clause, lower case, no full stop.
    package let reason: String
}

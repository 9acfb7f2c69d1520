import Kustomize
package import SourceText

/// A fact and the file it is in.
package final class Placed<Fact: Sendable>: Sendable {
    package let fact: Fact
    /// The file and not its path, which would cost a retain of one more object for each fact.
    private let holder: ManifestFile
    /// The file's place in the model.
    let file: Int

    init(_ fact: Fact, in file: ManifestFile, _ number: Int) {
        self.fact = fact
        holder = file
        self.file = number
    }

    package var path: String { holder.path }

    /// A scalar of the same file.
    package func place(_ scalar: SourceSpan) -> ScalarPlace {
        ScalarPlace(file: holder.template ?? file, offset: scalar.lowerBound)
    }
}

/// Which scalar of a model: found in sets sooner than its path and span are.
package struct ScalarPlace: Hashable, Sendable {
    let file: Int
    let offset: Int
}

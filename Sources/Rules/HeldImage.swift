import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// An image whose tag or digest is a scalar of its own, which a marker can write alone.
struct HeldImage {
    let name: ImageName
    let image: Placed<ImageFact>
}

extension RepositoryModel {
    /// The images whose tag or digest is a scalar of its own, by that scalar; only those with a
    /// full name.
    var heldImages: [SourceLocation: HeldImage] {
        var held: [SourceLocation: HeldImage] = [:]
        for image in images where !image.fact.isWhole {
            // A chart or a kustomization may replace a bare word by the image's name.
            guard let text = image.fact.repository.text ?? image.fact.overriddenName?.text,
                text.contains("/"), let name = image.name
            else { continue }
            for place in image.places where place.span != image.fact.repository.span {
                held[place] = HeldImage(name: name, image: image)
            }
        }
        return held
    }
}

extension ImageName {
    /// The last part of the path, which names an application.
    var application: String {
        full.split(separator: "/").last.map { $0.lowercased() } ?? full
    }

    /// Whether one application's name contains the other, as those of mirrors and variants do.
    func mayShareBuilds(with other: ImageName) -> Bool {
        application.contains(other.application) || other.application.contains(application)
    }
}

/// The words of an object's name or of an application's.
struct NameWords {
    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split { "-_.".contains($0) }.map(String.init)
    }

    /// Whether the words contain those of the application, in their order and side by side.
    func names(_ application: String) -> Bool {
        let wanted = NameWords(application).words
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...words.count - wanted.count).contains { start in
            words[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}

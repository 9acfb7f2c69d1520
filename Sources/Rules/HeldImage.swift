import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// The image of which a marker writes no more than the tag or the digest.
struct HeldImage {
    let name: ImageName
    /// The image as a file says it.
    let image: Placed<ImageFact>

    /// The last part of the path.
    var application: String { name.application }
}

extension RepositoryModel {
    /// The images whose tag or digest stands alone in a scalar, by that scalar; without those whose
    /// name is no full one.
    var heldImages: [SourceLocation: HeldImage] {
        var held: [SourceLocation: HeldImage] = [:]
        for image in images where !image.fact.isWhole {
            // A bare word may stand for an image that a chart or a kustomization names.
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

    /// Whether one name may be another spelling, a mirror or a part of the other.
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

    /// Whether an object of this name is evidently for an application.
    func names(_ application: String) -> Bool {
        let wanted = NameWords(application).words
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...words.count - wanted.count).contains { start in
            words[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}

import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags ImageRepositories with an invalid image.
struct RepositoryImageInvalid: RepositoryRule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard case .known(let image, let place) = repository.object.field("spec", "image"),
            let problem = ImageReference.problem(inRepositoryImage: image)
        else { return nil }
        let text = repository.object.text("spec", "image", writtenIn: repository.fact.path)
        return finding(
            image.isEmpty
                ? "Flux rejects an empty image"
                : "Flux rejects the image `\(image)`: \(problem)",
            at: text?.location(of: problem.range) ?? place, of: repository,
            fix: text.flatMap { fix(problem, in: $0) })
    }

    /// Removes the scheme (safe) or the tag (unsafe).
    private func fix(_ problem: ReferenceProblem, in text: PolicyText) -> Fix? {
        let range = problem.range
        switch problem.reason {
        case .scheme:
            return text.fix("remove the scheme", range, to: "", isSafe: true)
        case .tagNotAllowed where range.lowerBound > 0 && text.text.contains("/"):
            return text.fix("remove the tag", range.lowerBound - 1..<range.upperBound, to: "")
        default: return nil
        }
    }
}

extension ImageReference {
    /// Returns why Flux rejects a text as the image of an ImageRepository; nil if it is valid.
    package static func problem(inRepositoryImage text: String) -> ReferenceProblem? {
        let reference = ImageReference(text, convention: .fluxRepository)
        return reference.problems.first { problem in
            switch problem.reason {
            // Flux requires of a registry's name only that it may occur in a URL.
            case .illegalCharacter(_, part: .registry): false
            case .misplacedSeparator: reference.registry.range?.overlaps(problem.range) != true
            default: true
            }
        }
    }
}

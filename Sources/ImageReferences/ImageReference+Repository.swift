extension ImageReference {
    /// Why Flux refuses a text as the image of an ImageRepository; nil where it takes it.
    package static func problem(inRepositoryImage text: String) -> ReferenceProblem? {
        let reference = ImageReference(text, convention: .fluxRepository)
        return reference.problems.first { problem in
            switch problem.reason {
            // Flux asks of a registry's name only that a URL may hold it.
            case .illegalCharacter(_, part: .registry): false
            case .misplacedSeparator: reference.registry.range?.overlaps(problem.range) != true
            default: true
            }
        }
    }
}

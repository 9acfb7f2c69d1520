import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Finds the policies that select from the tags of an image.
struct PoliciesByImage {
    private let policies: [PolicyImage: [LinkedPolicy]]

    init(_ policies: [LinkedPolicy]) {
        self.policies = Dictionary(grouping: policies, by: \.image)
    }

    subscript(image: ImageName) -> [LinkedPolicy] { policies[.image(image.canonical)] ?? [] }
}

extension [String] {
    /// Whether every pattern is a regular expression.
    var areValid: Bool {
        do throws(PatternError) {
            _ = try TagExclusions(self)
            return true
        } catch {
            return false
        }
    }
}

import SemanticVersions
import TagPolicies

extension TagPolicy {
    /// Which of the tags that are considered wins, as in "the largest number in the group `ts`".
    func words(template: String) -> String {
        let value = filter?.valueWords(template: template)
        let place = value.map { " in \($0)" } ?? ""
        return switch ordering {
        case .semver(let constraint):
            "the highest version\(place) of the range `\(constraint.text)`: \(constraint.words)"
        case .numerical(.ascending): "the largest number\(place)"
        case .numerical(.descending): "the smallest number\(place)"
        case .alphabetical(.ascending): "the last by bytes\(place)"
        case .alphabetical(.descending): "the first by bytes\(place)"
        }
    }
}

/// The kind of thing that a custom rule judges: the value of its `on`.
package enum CustomSubject: String, CaseIterable, Sendable {
    case image
    case marker
    case policy
    case repository
    case automation
    case workload

    /// The noun for one of them in sentences.
    package var noun: String {
        switch self {
        case .image: "image"
        case .marker: "marker"
        case .policy: "ImagePolicy"
        case .repository: "ImageRepository"
        case .automation: "ImageUpdateAutomation"
        case .workload: "object with images"
        }
    }

    /// The fields that its conditions may name, in the order of the documentation.
    package var fields: [CustomField] { CustomField.allCases.filter { $0.subjects.contains(self) } }
}

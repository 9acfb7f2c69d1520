/// A field of an ImageUpdateAutomation that `v1alpha1` has in another place than later versions.
///
/// Source: fluxcd/image-automation-controller, `api/v1alpha1/imageupdateautomation_types.go`.
package enum AutomationField: Sendable {
    case sourceName
    case checkoutBranch
    case pushBranch

    fileprivate var keys: [String] {
        switch self {
        case .sourceName: ["spec", "sourceRef", "name"]
        case .checkoutBranch: ["spec", "git", "checkout", "ref", "branch"]
        case .pushBranch: ["spec", "git", "push", "branch"]
        }
    }

    fileprivate var firstKeys: [String] {
        switch self {
        case .sourceName: ["spec", "checkout", "gitRepositoryRef", "name"]
        case .checkoutBranch: ["spec", "checkout", "branch"]
        case .pushBranch: ["spec", "push", "branch"]
        }
    }
}

extension EffectiveObject {
    package func field(_ field: AutomationField) -> BuiltField {
        self.field(isOfFirstVersion ? field.firstKeys : field.keys)
    }

    /// Whether it is an object of image automation in `v1alpha1`.
    package var isOfFirstVersion: Bool {
        field("apiVersion").text == "image.toolkit.fluxcd.io/v1alpha1"
    }
}

import SourceText

/// Patches of custom resources, which replace lists as a whole.
///
/// kustomize has no schema for these types, so a patch that lists containers without their images
/// takes the images away.
package enum ContainerLists {
    static let apiVersion = Array("apiVersion".utf8)

    /// Whether a text may be such a patch.
    package static func mayBeReplaced(in text: [UInt8]) -> Bool {
        guard text.firstIndex(of: "ontainers") != nil else { return false }
        var rest = text[...]
        while let start = rest.firstIndex(of: "apiVersion") {
            rest = rest[start...].dropFirst(apiVersion.count)
            if namesCustomType(rest.prefix { $0 != UInt8(ascii: "\n") }) { return true }
        }
        return false
    }

    /// Whether there is a group that may be none of Kubernetes' own: those with pods have no dot.
    private static func namesCustomType(_ version: ArraySlice<UInt8>) -> Bool {
        let group = version.prefix { $0 != UInt8(ascii: "/") }
        return group.count < version.count && group.contains(UInt8(ascii: "."))
    }
}

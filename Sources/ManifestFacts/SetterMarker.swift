/// A setter as Flux reads it from a comment: which policy writes what into the scalar beside it.
package struct SetterMarker: Hashable, Sendable {
    /// What of the policy's image is written.
    package enum Field: String, Hashable, Sendable {
        /// `image:tag`, with `@digest` if the policy reflects it.
        case image
        case tag
        case name
        case digest
    }

    package let namespace: String
    package let name: String
    package let field: Field

    /// Reads `namespace:name[:tag|:name|:digest]`; nil for anything else, and for names that no
    /// object can have.
    ///
    /// Nothing is trimmed, folded or defaulted
    /// (image-automation-controller, `internal/update/setters.go`).
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts[0].isObjectName, parts[1].isObjectName,
            let field = parts.count == 2 ? .image : Self.suffixes[parts[2]]
        else { return nil }
        namespace = parts[0]
        name = parts[1]
        self.field = field
    }

    private static let suffixes: [String: Field] = ["tag": .tag, "name": .name, "digest": .digest]

    /// `namespace:name`, without the field.
    package var policy: String { "\(namespace):\(name)" }

    /// As it stands in a comment.
    package var text: String { field == .image ? policy : "\(policy):\(field.rawValue)" }
}

extension String {
    /// Whether Kubernetes takes this as a name: lower-case letters, digits, `-` and `.`.
    fileprivate var isObjectName: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "."
            }
    }
}

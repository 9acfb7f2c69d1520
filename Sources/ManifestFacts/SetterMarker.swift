/// A setter as Flux reads it from a comment: which policy writes what into the scalar beside it.
package struct SetterMarker: Hashable, Sendable {
    /// The part of the policy's image that is written.
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

    /// Reads `namespace:name[:tag|:name|:digest]`; nil for anything else.
    ///
    /// Nothing is trimmed, folded or defaulted
    /// (image-automation-controller, `internal/update/setters.go`). Upper case is let pass although
    /// Kubernetes refuses it: where the policy has the same name, the name is the fault there.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
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

    /// The JSON object of the comment.
    var comment: String { "{\"$imagepolicy\": \"\(text)\"}" }

    /// The value of `$imagepolicy` in a comment.
    package var text: String { field == .image ? policy : "\(policy):\(field.rawValue)" }
}

extension String {
    /// Whether this looks like an object's name: letters, digits, `-`, `_` and `.`.
    fileprivate var isObjectName: Bool {
        !isEmpty
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

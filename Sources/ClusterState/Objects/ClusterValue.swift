import SourceText

/// A value of a Kubernetes object, as far as `verify` looks at such values.
///
/// A list of a cluster has megabytes of fields that nobody asks for here: those are skipped while
/// they are read.
enum ClusterValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case list([ClusterValue])
    case object([String: ClusterValue])
    /// A null, a fraction, or a number out of range.
    case other

    /// Nil for another kind of value, and for a key that is absent.
    subscript(key: String) -> ClusterValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    var isTrue: Bool { self == .boolean(true) }

    /// Empty for any other value.
    var items: [ClusterValue] {
        if case .list(let items) = self { items } else { [] }
    }

}

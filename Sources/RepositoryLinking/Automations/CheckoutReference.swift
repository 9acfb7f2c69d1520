import ManifestFacts

/// The branch, tag or commit that a `ref` names, by its strongest member.
///
/// Source: fluxcd/pkg, `git/gogit/clone.go`.
package enum CheckoutReference: Hashable, Sendable {
    case branch(String)
    /// A commit, tag, version or another reference: as in `tag` and `v1`; with the branch that
    /// is beside it.
    case fixed(member: String, String, branch: String?)
    /// Nothing says it, which means `master`.
    case implied
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

extension EffectiveObject {
    private static let members = ["commit", "name", "tag", "semver", "branch"]

    /// Reads the `ref` at the end of a path of keys, as built.
    package func checkoutReference(_ keys: [String]) -> CheckoutReference {
        do throws(OpenField) {
            for member in Self.members {
                guard let text = try literal(keys + [member]) else { continue }
                return member == "branch"
                    ? .branch(text)
                    : .fixed(member: member, text, branch: try literal(keys + ["branch"]))
            }
            return .implied
        } catch {
            return .unknown(error.reason)
        }
    }

    /// The text of a field; nil where it is absent or empty.
    package func literal(_ keys: [String]) throws(OpenField) -> String? {
        let name = keys.joined(separator: ".")
        switch field(keys) {
        case .absent: return nil
        case .collection: throw OpenField(name: name, reason: "it is not a string")
        case .unknown(let reason): throw OpenField(name: name, reason: reason)
        case .known(let text, _):
            guard NamePattern.isLiteral(text) else {
                throw OpenField(name: name, reason: "a variable stands in it")
            }
            return text.isEmpty ? nil : text
        }
    }
}

/// A field whose value the repository leaves open.
package struct OpenField: Error, Hashable, Sendable {
    /// As in `spec.git.push.branch`.
    package let name: String
    /// One clause, lower case, no full stop.
    package let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

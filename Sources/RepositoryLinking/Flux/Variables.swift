/// The variables that a Flux Kustomization fills into what it builds, as far as the repository
/// tells them.
struct Variables: Hashable, Sendable {
    /// By name, without line breaks.
    var values: [String: String] = [:]
    /// Variables whose values are encrypted or may be overwritten.
    var unknownNames: Set<String> = []
    /// Whether there may be more variables than these.
    var isOpen = false

    static let unknown: Variables = {
        var variables = Variables()
        variables.isOpen = true
        return variables
    }()

    /// Flux substitutes nothing at all where there is no variable
    /// (fluxcd/pkg, `kustomize/kustomize_varsub.go`).
    var isEmpty: Bool { values.isEmpty && unknownNames.isEmpty && !isOpen }

    /// Nil for an unknown value; empty for a variable that does not exist.
    subscript(name: String) -> String? {
        if unknownNames.contains(name) { return nil }
        return values[name] ?? (isOpen ? nil : "")
    }

    /// A later source: its values replace those of the same name.
    mutating func add(_ name: String, _ value: String?) {
        if let value {
            let hasBreaks = value.utf8.contains(UInt8(ascii: "\n"))
            values[name] = hasBreaks ? value.filter { $0 != "\n" && $0 != "\r\n" } : value
            unknownNames.remove(name)
        } else {
            values[name] = nil
            unknownNames.insert(name)
        }
    }

    /// A later source that the repository does not contain.
    mutating func addUnknownSource() {
        unknownNames.formUnion(values.keys)
        values = [:]
        isOpen = true
    }
}

/// A text after substitution.
struct SubstitutedText: Hashable {
    var text: String
    /// Whether no `${…}` is left whose value is not in the repository.
    var isKnown = true
}

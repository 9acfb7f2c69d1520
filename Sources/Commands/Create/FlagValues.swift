import ManifestFacts

/// Values of flags, checked: each function gives back what it is given, or says what is wrong.
enum FlagValues {
    /// A text that has to be there.
    static func required(_ text: String, _ flag: String) throws(CreationError) -> String {
        guard !text.isEmpty else { throw CreationError(flag, reason: .missing) }
        return text
    }

    /// The name of another object, which may be empty.
    static func reference(_ name: String, _ flag: String) throws(CreationError) -> String {
        guard name.isEmpty || KubernetesNames.isSubdomain(name) else {
            throw CreationError(
                flag,
                reason: .malformed(
                    "`\(name)` is not a valid object name: it has lower-case letters, digits, `-` and "
                        + "`.`, and begins and ends with a letter or digit"), value: name)
        }
        return name
    }

    static func requiredReference(_ name: String, _ flag: String) throws(CreationError) -> String {
        try reference(required(name, flag), flag)
    }

    static func choice(
        _ text: String, _ values: [String], _ flag: String
    ) throws(CreationError) -> String {
        guard values.contains(text) else {
            throw CreationError(flag, reason: .notOneOf(values), value: text)
        }
        return text
    }

    /// A duration in Go's syntax, as Go prints it; units are those that the API takes.
    ///
    /// Source: the patterns of `interval` and `timeout` in image-reflector-controller, `api/v1`.
    static func duration(
        _ text: String, _ flag: String, units: [String] = ["ms", "s", "m", "h"]
    ) throws(CreationError) -> String {
        guard let size = GoDuration.nanoseconds(text) else {
            let words = "`\(text)` is not a valid duration, which is written as in `1m` or `1h30m`"
            throw CreationError(flag, reason: .malformed(words), value: text)
        }
        let printed = GoDuration.text(nanoseconds: size)
        let used = printed.split { !$0.isLetter }.map(String.init)
        guard size >= 0, used.allSatisfy(units.contains) else {
            let words = "the API takes no `\(printed)` here, only \(units.joined(separator: ", "))"
            throw CreationError(flag, reason: .malformed(words), value: text)
        }
        return printed
    }
}

/// The grammar of names in Kubernetes (apimachinery, `util/validation`).
enum KubernetesNames {
    /// The names that `flux create` takes: a label of at least two characters.
    static func isFluxName(_ text: String) -> Bool {
        text.utf8.count > 1 && isLabel(text)
    }

    /// RFC 1123's label.
    static func isLabel(_ text: String) -> Bool {
        text.utf8.count <= 63 && text.wholeMatch(of: /[a-z0-9]([-a-z0-9]*[a-z0-9])?/) != nil
    }

    /// RFC 1123's subdomain: labels with dots between.
    static func isSubdomain(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && parts.allSatisfy {
                $0.wholeMatch(of: /[a-z0-9]([-a-z0-9]*[a-z0-9])?/) != nil
            }
    }

    /// The key of a label: a name, perhaps with a subdomain and a slash before it.
    static func isQualified(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.last, parts.count <= 2 else { return false }
        return isQualifiedName(name) && (parts.count == 1 || isSubdomain(parts[0]))
    }

    /// The value of a label.
    static func isLabelValue(_ text: String) -> Bool { text.isEmpty || isQualifiedName(text) }

    private static func isQualifiedName(_ text: String) -> Bool {
        text.utf8.count <= 63
            && text.wholeMatch(of: /[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?/) != nil
    }
}

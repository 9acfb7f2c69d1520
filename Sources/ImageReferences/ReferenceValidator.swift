import SourceText

/// Checks the known parts of a reference against the grammar of distribution/reference.
///
/// ```
/// registry   = host [":" digits]
/// host       = label {"." label} | "[" IPv6 "]"
/// label      = alnum [{alnum | "-"} alnum]
/// repository = component {"/" component}            ; at most 255 characters
/// component  = lower {separator lower}              ; lower = one or more of a-z, 0-9
/// separator  = "." | "_" | "__" | "-" {"-"}
/// ```
/// Reports the first problem of each part; after a blank or a scheme, no others.
struct ReferenceValidator {
    let bytes: [UInt8]
    let parts: ReferenceSplitter.Parts
    let convention: ImageReference.RegistryConvention

    func problems() -> [ReferenceProblem] {
        if bytes.isEmpty { return [ReferenceProblem(.empty, at: 0..<0)] }
        if let blank = blank() { return [blank] }
        if let scheme = SchemePrefix(bytes[...]) {
            return [ReferenceProblem(.scheme(scheme.name), at: scheme.range)]
        }
        var problems: [ReferenceProblem] = []
        func check(_ part: ReferencePart, _ problem: (ArraySlice<UInt8>) -> ReferenceProblem?) {
            if case .known(_, let range) = part, let problem = problem(bytes[range]) {
                problems.append(problem)
            }
        }
        check(parts.registry, registryProblem)
        check(parts.repository, repositoryProblem)
        check(parts.tag, tagProblem)
        check(parts.digest, digestProblem)
        return problems
    }

    /// The first blank; nil for templated texts, because templates may contain blanks.
    private func blank() -> ReferenceProblem? {
        guard let offset = bytes.firstIndex(where: { $0 <= UInt8(ascii: " ") }),
            ![parts.registry, parts.repository, parts.tag, parts.digest].contains(
                where: \.isUnknown)
        else { return nil }
        return ReferenceProblem(.blank(Unicode.Scalar(bytes[offset])), at: offset..<offset + 1)
    }

    private func registryProblem(_ registry: ArraySlice<UInt8>) -> ReferenceProblem? {
        let isIPv6 = registry.first == UInt8(ascii: "[")
        let hostEnd =
            isIPv6
            ? registry.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? registry.endIndex
            : registry.firstIndex(of: UInt8(ascii: ":")) ?? registry.endIndex
        let host = registry[..<hostEnd]
        if let problem = isIPv6 ? ipv6Problem(host) : hostProblem(host) { return problem }
        guard hostEnd < registry.endIndex else { return nil }
        let port = registry[(hostEnd + 1)...]
        guard registry[hostEnd] == UInt8(ascii: ":"), !port.isEmpty, port.allSatisfy(\.isDigit)
        else { return ReferenceProblem(.malformedPort, at: hostEnd..<registry.endIndex) }
        return nil
    }

    private func ipv6Problem(_ host: ArraySlice<UInt8>) -> ReferenceProblem? {
        firstIllegal(in: host, part: .registry) {
            $0.isHexadecimal || "[:]".utf8.contains($0)
        }
    }

    private func hostProblem(_ host: ArraySlice<UInt8>) -> ReferenceProblem? {
        let illegal = firstIllegal(in: host, part: .registry) {
            $0.isLower || $0.isUpper || $0.isDigit || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
        return illegal
            ?? host.firstProblem(ofPartsBetween: UInt8(ascii: ".")) { label in
                label.isEmpty || label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-")
                    ? ReferenceProblem(.misplacedSeparator, at: label.indices) : nil
            }
    }

    private func repositoryProblem(_ path: ArraySlice<UInt8>) -> ReferenceProblem? {
        let illegal = firstIllegal(in: path, part: .repository) {
            $0.isLower || $0.isUpper || $0.isDigit || "/._-".utf8.contains($0)
        }
        if let illegal { return illegal.isColon ? slashInTag(of: path, after: illegal) : illegal }
        if let upper = path.firstIndex(where: \.isUpper) {
            let word = path[upper...].prefix { $0 != UInt8(ascii: "/") }
            return ReferenceProblem(.upperCaseRepository, at: word.indices)
        }
        if path.count > 255 {
            let reason = ReferenceProblem.Reason.repositoryTooLong(count: path.count, limit: 255)
            return ReferenceProblem(reason, at: path.indices)
        }
        // Flux checks the length instead of the structure.
        guard convention == .containerRuntime else {
            return path.count < 2 ? ReferenceProblem(.repositoryTooShort, at: path.indices) : nil
        }
        return path.firstProblem(ofPartsBetween: UInt8(ascii: "/"), componentProblem)
    }

    /// A colon in a repository begins a tag, so the `/` after it is the error.
    private func slashInTag(
        of path: ArraySlice<UInt8>, after colon: ReferenceProblem
    ) -> ReferenceProblem {
        guard let slash = path[colon.range.upperBound...].firstIndex(of: UInt8(ascii: "/")) else {
            return colon
        }
        return ReferenceProblem(.illegalCharacter("/", part: .tag), at: slash..<slash + 1)
    }

    private func componentProblem(_ component: ArraySlice<UInt8>) -> ReferenceProblem? {
        if component.isEmpty { return ReferenceProblem(.emptyComponent, at: component.indices) }
        var rest = component
        while true {
            let word = rest.prefix { $0.isLower || $0.isDigit }
            let separator = rest[word.endIndex...].prefix { !$0.isLower && !$0.isDigit }
            if word.isEmpty { return ReferenceProblem(.misplacedSeparator, at: separator.indices) }
            if separator.isEmpty { return nil }
            let isAllowed =
                separator.allSatisfy { $0 == UInt8(ascii: "-") }
                || separator.elementsEqual(".".utf8) || separator.elementsEqual("_".utf8)
                || separator.elementsEqual("__".utf8)
            rest = rest[separator.endIndex...]
            guard isAllowed, !rest.isEmpty else {
                return ReferenceProblem(.misplacedSeparator, at: separator.indices)
            }
        }
    }

    private func tagProblem(_ tag: ArraySlice<UInt8>) -> ReferenceProblem? {
        if convention == .fluxRepository {
            return ReferenceProblem(.tagNotAllowed, at: tag.indices)
        }
        return Tag.problem(in: tag)
    }

    private func digestProblem(_ digest: ArraySlice<UInt8>) -> ReferenceProblem? {
        if convention == .fluxRepository {
            return ReferenceProblem(.digestNotAllowed, at: digest.indices)
        }
        return Digest.problem(in: digest)
    }
}

/// Returns the first character that is not allowed, as a problem of `part`.
func firstIllegal(
    in bytes: ArraySlice<UInt8>, part: ReferenceProblem.PartName, isAllowed: (UInt8) -> Bool
) -> ReferenceProblem? {
    guard let offset = bytes.firstIndex(where: { !isAllowed($0) }) else { return nil }
    let character = bytes[offset...].firstScalar
    return ReferenceProblem(
        .illegalCharacter(character, part: part), at: offset..<offset + character.utf8.count)
}

extension ReferenceProblem {
    fileprivate var isColon: Bool { reason == .illegalCharacter(":", part: .repository) }
}

extension ArraySlice<UInt8> {
    fileprivate func firstProblem(
        ofPartsBetween separator: UInt8, _ problem: (Self) -> ReferenceProblem?
    ) -> ReferenceProblem? {
        var rest = self
        while let end = rest.firstIndex(of: separator) {
            if let found = problem(rest[..<end]) { return found }
            rest = rest[(end + 1)...]
        }
        return problem(rest)
    }
}

import SemanticVersions

/// sprig's functions for semantic versions, with the methods of what `semver` gives.
extension TemplateFunction {
    static let versions: [String: TemplateFunction] = [
        "semver": Self(.string, gives: .version) { a throws(CallFailure) in
            .version(VersionReference(try version(a.string(0))))
        },
        "semverCompare": Self(.string, .string, gives: .bool) { a throws(CallFailure) in
            let text = a.string(0).text
            let constraint: VersionConstraint
            do throws(VersionConstraintError) {
                constraint = try VersionConstraint(text)
            } catch {
                throw .invalid(text, of: "range of versions: \(error)")
            }
            return .bool(constraint.isSatisfied(by: try version(a.string(1))))
        },
    ]

    private static func version(_ text: Bytes) throws(CallFailure) -> Version {
        do throws(VersionError) {
            return try Version(text.text)
        } catch {
            throw .invalid(text.text, of: "version: \(error)")
        }
    }

    /// A method of Masterminds/semver v3.5.0's `Version`.
    static func method(_ name: String, of version: Version) -> TemplateFunction? {
        let precedence = version.precedence
        switch name {
        case "Major": return number(precedence.major)
        case "Minor": return number(precedence.minor)
        case "Patch": return number(precedence.patch)
        case "Prerelease": return Self(gives: .string) { _ in .text(precedence.preRelease) }
        case "Metadata": return Self(gives: .string) { _ in .text(version.metadata) }
        case "Original": return Self(gives: .string) { _ in .text(version.text) }
        case "String": return Self(gives: .string) { _ in .text(version.canonicalText) }
        case "IncMajor", "IncMinor", "IncPatch":
            return Self(gives: .version) { _ throws(CallFailure) in
                .version(
                    VersionReference(try Self.version(Bytes(successor(of: version, by: name)))))
            }
        case "Compare":
            return comparing(version, gives: .int) { .int($0 < $1 ? -1 : $1 < $0 ? 1 : 0) }
        case "Equal": return comparing(version) { .bool($0 == $1) }
        case "LessThan": return comparing(version) { .bool($0 < $1) }
        case "LessThanEqual": return comparing(version) { .bool(!($1 < $0)) }
        case "GreaterThan": return comparing(version) { .bool($1 < $0) }
        case "GreaterThanEqual": return comparing(version) { .bool(!($0 < $1)) }
        default: return nil
        }
    }

    private static func number(_ value: UInt64) -> TemplateFunction {
        Self(gives: .integer(.uint64)) { _ in
            .integer(Int(truncatingIfNeeded: value), .uint64)
        }
    }

    private static func comparing(
        _ version: Version, gives result: GoType = .bool,
        _ body: @escaping @Sendable (Precedence, Precedence) -> TemplateValue
    ) -> TemplateFunction {
        Self(.version, gives: result) { a in
            guard case .version(let other) = a[0] else { return .null }
            return body(version.precedence, other.version.precedence)
        }
    }

    /// The next version; a pre-release's patch is its release.
    private static func successor(of version: Version, by method: String) -> String {
        let old = version.precedence
        switch method {
        case "IncMajor": return "\(old.major &+ 1).0.0"
        case "IncMinor": return "\(old.major).\(old.minor &+ 1).0"
        default:
            return
                "\(old.major).\(old.minor).\(old.preRelease.isEmpty ? old.patch &+ 1 : old.patch)"
        }
    }
}

extension TemplateValue {
    /// A method of a type that is not Flux's.
    func method(_ name: String) -> TemplateFunction? {
        switch self {
        case .time(let time): return .method(name, of: time)
        case .version(let pointer): return .method(name, of: pointer.version)
        case .integer(_, .month), .integer(_, .weekday):
            guard name == "String", let text = stringerText else { return nil }
            return TemplateFunction(gives: .string) { _ in .string(text) }
        default: return nil
        }
    }
}

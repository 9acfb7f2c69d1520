import RegularLanguages
import SemanticVersions

extension TagPolicy {
    /// Returns why a tag was kept or dropped: lower case, no full stop.
    package func reason(for verdict: TagVerdict) -> String {
        let value = verdict.value ?? verdict.tag
        switch verdict.fate {
        case .excluded(let pattern): return "the image repository excludes `\(pattern)`"
        case .notMatched: return "does not match `\(filter?.pattern.source ?? "")`"
        case .refused(let refusal): return reason(for: refusal, of: value)
        case .shadowed(let other): return "has the same \(value.asValue) as `\(other)`"
        case .candidate: return value == verdict.tag ? "kept" : "kept, with the \(value.asValue)"
        case .tied: return "compares equal to the selected tag"
        case .selected:
            return value == verdict.tag
                ? "selected" : "selected for " + (value.isEmpty ? "the empty value" : "`\(value)`")
        }
    }

    private func reason(for refusal: ValueRefusal, of value: String) -> String {
        switch refusal {
        case .notANumber: return "\(value.asSubject) is not a number"
        case .notAVersion(let error): return "\(value.asSubject) is not a valid version: \(error)"
        case .outOfRange:
            guard case .semver(let constraint) = ordering,
                let version = try? Version(candidate: value)
            else { return "`\(value)` is out of range" }
            return constraint.refusals(of: version).map(\.description).joined(separator: "; ")
        }
    }
}

extension String {
    /// In words if empty, because empty back-ticks look like a gap.
    fileprivate var asValue: String { isEmpty ? "empty value" : "value `\(self)`" }

    fileprivate var asSubject: String { isEmpty ? "the empty value" : "`\(self)`" }
}

package import CheckPipeline
import Kustomize
import ManifestFacts
package import RepositoryLinking
import SourceText
import TagPolicies
import YAMLSyntax

extension RepositoryCheck {
    /// Holds a policy back in the first way that is proved to hold, or in the one asked for.
    ///
    /// The draft stays as it is where none does.
    package func hold(
        _ place: ObjectPlace, _ request: HoldRequest, in draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        let model = try await model(of: draft.snapshot)
        guard let policy = model.policies(at: place).first else {
            throw HoldError.unsuited("nothing in the repository builds the policy any more")
        }
        let ways = request.way.map { [$0] } ?? (policy.isSemver ? [.pin, .exclude] : [.exclude])
        var failure: HoldError?
        for way in ways {
            var trial = draft
            do {
                let planned = try await hold(policy, at: place, way, request, model, &trial)
                draft = trial
                return planned
            } catch let error as HoldError {
                failure = failure ?? error
            }
        }
        throw failure ?? HoldError.unsuited("there is no way to hold `\(policy.name)`")
    }

    private func hold(
        _ policy: LinkedPolicy, at place: ObjectPlace, _ way: HoldRequest.Way,
        _ request: HoldRequest, _ model: RepositoryModel, _ draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        switch way {
        case .pin:
            return try await pin(policy, at: place, request, model, &draft)
        case .exclude:
            return try await exclude(policy, at: place, request, model, &draft)
        case .suspend:
            return try await suspend(policy, request, model, &draft)
        }
    }
}

extension LinkedPolicy {
    var isSemver: Bool {
        if case .semver(_)? = reading.policy?.ordering { true } else { false }
    }
}

extension RepositoryModel {
    /// The policies as built of one declaration; none where nothing builds it.
    package func policies(at place: ObjectPlace) -> [LinkedPolicy] {
        policyLinks.policies.filter { self.place(of: $0) == place }
    }

    package func place(of policy: LinkedPolicy) -> ObjectPlace? {
        file(at: policy.path).flatMap {
            ObjectPlace(of: policy.fact.root, .policy, in: $0)
        }
    }

    func place(of hold: LinkedHold) -> ObjectPlace? {
        file(at: hold.path).flatMap { ObjectPlace(of: hold.fact.root, hold.fact.holder, in: $0) }
    }

    /// The hold with a line, of an object; nil where there is none.
    func hold(_ statement: HoldStatement, at place: ObjectPlace) -> LinkedHold? {
        holds.first { $0.statement == statement && self.place(of: $0) == place }
    }

    func role(of path: String) -> FileRole { file(at: path)?.facts.role ?? .yaml }
}

extension RepositoryCheck {
    /// Throws unless the draft's hold is proved.
    func prove(
        _ statement: HoldStatement, at place: ObjectPlace, in model: RepositoryModel
    ) throws(HoldError) {
        guard let hold = model.hold(statement, at: place) else { throw .layout(place.path) }
        switch hold.verdict {
        case .holds: return
        case .fails(let reason), .unknown(let reason):
            throw .unproved(
                "\(statement.measure.noun) in `\(place.path)` would not hold: \(reason)")
        }
    }
}

extension ManifestDraft {
    /// Puts a line in front of the annotation of an object.
    mutating func annotate(
        _ place: ObjectPlace, with statement: HoldStatement, role: FileRole
    ) throws {
        try edit(place, role: role) { root, source in
            HoldAnnotation(root: root, source: source).adding(statement.line)
        }
    }

    /// Takes a line of the annotation of an object away.
    mutating func unannotate(
        _ place: ObjectPlace, from statement: HoldStatement, role: FileRole
    ) throws {
        try edit(place, role: role) { root, source in
            HoldAnnotation(root: root, source: source).removing(statement.line)
        }
    }

    mutating func edit(
        _ place: ObjectPlace, role: FileRole,
        _ edit: (_ root: YAMLNode, _ source: [UInt8]) throws -> TextEdit?
    ) throws {
        let source = try bytes(of: place.path)
        let root = try place.root(in: source, role: role)
        guard let edit = try edit(root, source) else { throw HoldError.layout(place.path) }
        try apply([edit], to: place.path)
    }
}

extension HoldStatement.Measure {
    fileprivate var noun: String {
        switch self {
        case .pin: "a pin"
        case .exclude: "an exclusion"
        case .suspend: "a suspension"
        }
    }
}

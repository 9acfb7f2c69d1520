import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// Everything about one marker: its text, its policy, the automations that write it, and the value.
struct MarkerAccount {
    /// A policy that the marker may mean.
    struct Policy {
        let account: PolicyAccount
        let build: BuildAccount
        /// The ImageRepositories that its reference may mean.
        let repositories: [Repository]
        let written: WrittenValue
        /// The policy's verdict on the tag that was asked about; nil if none was.
        var fate: PolicyAccount.Fate? { account.fates.first }
    }

    /// An ImageRepository.
    struct Repository: Hashable {
        let name: String
        let declaration: Declaration
        let object: SourceLocation
        /// Nil where it is not known.
        let image: String?
        /// With its variables; nil where there is none.
        let written: String?
        let isSuspended: Bool
    }

    let marker: MarkerFact
    let position: SourcePosition
    /// Where the value is that the marker is meant for; nil for none.
    let targetPosition: SourcePosition?
    /// The tag that was asked about.
    let tag: String?
    let policies: [Policy]
    let automations: [ConsideredAutomation]
    let outcome: MarkerVerdict

    init(
        of marker: Placed<MarkerFact>, in file: ManifestFile, model: RepositoryModel,
        places: FilePositions, tag: String?
    ) {
        let fact = marker.fact
        self.marker = fact
        self.tag = tag
        position = places.position(of: SourceLocation(path: file.path, span: fact.span))
        targetPosition = fact.target.map {
            places.position(of: SourceLocation(path: file.path, span: $0.span))
        }
        let field = fact.obeyedSetter?.field ?? .image
        policies = model.policyLinks.policies(of: marker).map { policy in
            Policy(policy, field: field, in: model, places, tag: tag)
        }
        automations =
            fact.obeyedSetter.map {
                ConsideredAutomation.accounts(of: $0, at: file.path, in: model, places)
            } ?? []
        outcome = model.verdict(on: marker)
    }

    /// The objects that decide what becomes of the marker.
    var chain: [SourceLocation] {
        policies.flatMap { [$0.object] + $0.repositories.map(\.object) }
            + automations.filter(\.isConcerned).map(\.object)
    }
}

extension MarkerAccount.Policy {
    var object: SourceLocation {
        let policy = account.declaration.policy
        return SourceLocation(path: policy.path, span: policy.fact.object.span)
    }
}

extension ReportedFinding {
    /// Whether it is within an object.
    func isIn(_ object: SourceLocation) -> Bool {
        finding.location.path == object.path && object.span.contains(finding.location.span)
    }
}

extension MarkerAccount.Policy {
    fileprivate init(
        _ policy: LinkedPolicy, field: SetterMarker.Field, in model: RepositoryModel,
        _ places: FilePositions, tag: String?
    ) {
        account = PolicyAccount(
            of: DeclaredPolicy(policy, in: model), tags: tag.map { [$0] }, crossings: [],
            in: model)
        build = BuildAccount(of: policy, in: model, places)
        var seen: Set<MarkerAccount.Repository> = []
        repositories = policy.repositories.map { MarkerAccount.Repository($0, places) }
            .filter { seen.insert($0).inserted }
        written = WrittenValue(of: policy, in: field, tag: tag ?? WrittenValue.anyTag)
    }
}

extension MarkerAccount.Repository {
    fileprivate init(_ repository: Effective<ImageRepositoryFact>, _ places: FilePositions) {
        let object = repository.fact.fact.object
        name = repository.identity.name(as: object.identity)
        declaration = places.declaration(
            at: SourceLocation(path: repository.fact.path, span: object.span))
        self.object = SourceLocation(path: repository.fact.path, span: object.span)
        image = repository.image
        written = repository.fact.fact.image?.text
        isSuspended = repository.object.isSuspended
    }
}

import CheckPipeline
import Configuration
import GitAccess
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Follows a branch commit by commit, and notes which images each changes.
struct HistoryWalk {
    private let check: RepositoryCheck
    private let snapshot: Snapshot
    private let configuration: SnapshotEntry?
    /// How often a file was not in this clone.
    var missingCount: Int { tree.missingCount }

    private var tree: MaskedTree
    private var shape: DeployedShape
    private var running: [DeployedImageName: RunningBuilds]

    /// - Parameters:
    ///   - check: Links the manifests.
    ///   - start: The commit before the first one; nil before all.
    ///   - snapshot: The newest commit, whose configuration holds for all.
    init(
        by check: RepositoryCheck, from start: Snapshot?, to snapshot: Snapshot
    ) async throws {
        self.check = check
        self.snapshot = snapshot
        configuration = snapshot.entries.first { ConfigurationFile.names.contains($0.path) }
        tree = MaskedTree(start?.entries ?? [], reader: try snapshot.makeReader())
        shape = try await Self.shape(of: &tree, by: check, snapshot, configuration)
        running = [:]
        for name in shape.builds.keys { running[name] = shape.running(name, tree.values) }
    }

    private static func shape(
        of tree: inout MaskedTree, by check: RepositoryCheck, _ snapshot: Snapshot,
        _ configuration: SnapshotEntry?
    ) async throws -> DeployedShape {
        var entries = tree.entries.filter { !ConfigurationFile.names.contains($0.path) }
        if let configuration {
            let place = entries.firstIndex { configuration.path.bytesPrecede($0.path) }
            entries.insert(configuration, at: place ?? entries.endIndex)
        }
        let masked = Snapshot(
            origin: snapshot.origin, entries: entries, makeReader: snapshot.makeReader)
        return DeployedShape(of: try check.model(of: masked) { tree.facts(in: $0) })
    }

    /// Nil for a commit that changes no image.
    mutating func follow(_ change: BranchChange) async throws -> DeployingCommit? {
        let effect = tree.apply(change.files)
        let former = shape.model
        var names: Set<DeployedImageName>
        if effect.isStructural {
            shape = try await Self.shape(of: &tree, by: check, snapshot, configuration)
            names = Set(running.keys).union(shape.builds.keys)
        } else {
            names = Set(effect.values.flatMap { shape.images[$0] ?? [] })
        }
        let changes = names.sorted().compactMap { update($0) }
        guard !changes.isEmpty else { return nil }
        let commit = change.commit
        return DeployingCommit(
            id: commit.id, author: commit.author, authored: commit.authored,
            committed: commit.committed, subject: commit.subject,
            reverted: RevertedCommits.ids(in: commit.message),
            automations: former.automations(by: commit.author), changes: changes)
    }

    /// Notes what runs now; nil where it is the same.
    private mutating func update(_ name: DeployedImageName) -> ImageChange? {
        let former = running[name] ?? RunningBuilds()
        let latter = shape.running(name, tree.values)
        guard former != latter else { return nil }
        running[name] = latter.isEmpty ? nil : latter
        let brought = Set(latter.artifacts).subtracting(former.artifacts)
        return ImageChange(
            name: name, image: shape.fullName(of: name) ?? name.image, former: former,
            latter: latter,
            marker: markerState(
                of: shape.placements(of: name, as: brought, tree.values), running: brought))
    }

    private func markerState(
        of placements: [ImagePlacement], running artifacts: Set<Artifact>
    ) -> ImageChange.MarkerState {
        let written = placements.flatMap(\.markers).filter { marker in
            if case .written = shape.model.verdict(on: marker) { true } else { false }
        }
        if written.isEmpty { return .none }
        let tags = artifacts.compactMap(\.tag)
        let isSelected = written.contains { marker in
            let policies = shape.model.policyLinks.policies(of: marker)
            return policies.isEmpty
                || policies.contains { policy in tags.contains { policy.admits($0) ?? true } }
        }
        return isSelected || tags.isEmpty ? .selected : .unselected
    }
}

extension RepositoryModel {
    /// The automations that commit as a person, by name, ascending.
    fileprivate func automations(by author: CommitPerson) -> [String] {
        let own = automations.automations.filter { automation in
            let email = automation.built.object.field("spec", "git", "commit", "author", "email")
            let name = automation.built.object.field("spec", "git", "commit", "author", "name")
            guard case .known(let address, _) = email, address == author.email else {
                return false
            }
            return switch name {
            case .known(let text, _): text == author.name
            case .absent: author.name.isEmpty
            case .collection, .unknown: false
            }
        }
        return Set(own.map(\.name)).sorted()
    }
}

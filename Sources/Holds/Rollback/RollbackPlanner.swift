package import CheckPipeline
import Configuration
package import GitAccess
import ImageReferences
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
package import SourceText
import TagPolicies
import Triage
import YAMLSyntax

extension RepositoryCheck {
    /// Plans a rollback of the work tree to values of the history, with its holds, and checks it.
    package func rollback(
        _ request: RollbackRequest, of snapshot: Snapshot, in workspace: GitWorkspace
    ) async throws -> RollbackPlan {
        guard let head = try workspace.head() else {
            throw HoldError.nothingToRestore("there is no commit yet")
        }
        let model = try await model(of: snapshot)
        var planner = RollbackPlanner(
            request, model: model, history: SiteHistory(of: workspace, from: head))
        try planner.find(target: request.commit.map { try workspace.commitID($0) })
        planner.noteOtherEnvironments()
        var draft = ManifestDraft(of: snapshot)
        try planner.restore(in: &draft)
        for held in try planner.holds() {
            planner.plan.holds.append(try await hold(held.place, held.request, in: &draft))
        }
        try await refuseNewErrors(of: draft, since: snapshot)
        return planner.finished(draft)
    }

    /// Throws where the rules report an error in the draft that is not in the base.
    package func refuseNewErrors(of draft: ManifestDraft, since base: Snapshot) async throws {
        guard !draft.changes.isEmpty else { return }
        let errors = try await newErrors(in: draft.snapshot, since: base)
        if !errors.isEmpty { throw HoldError.newErrors(errors) }
    }
}

extension GitWorkspace {
    fileprivate func commitID(_ revision: String) throws -> String {
        guard let id = try commit(revision) else { throw HoldError.noSuchCommit(revision) }
        return id
    }
}

/// Finds the scalars of images, their former texts, and what has to be held.
struct RollbackPlanner {
    /// A scalar of the work tree.
    struct Found {
        let path: String
        let site: ImageSite
        let image: String

        var scalar: SiteHistory.Scalar { SiteHistory.Scalar(path: path, key: site.key) }
    }

    /// A scalar with its former version.
    struct Change {
        let found: Found
        /// As HEAD has it: the work tree may have been restored already.
        let present: ImageSite
        let former: ImageSite
        /// The text that it is in.
        let formerSource: [UInt8]
    }

    /// An image with the commit that brought what it is now.
    struct Origin {
        let image: String
        let target: String
        let commit: RecordedCommit?
    }

    let request: RollbackRequest
    let model: RepositoryModel
    /// The scalars of all images, in the order of their files.
    private let all: [Found]
    var history: SiteHistory
    var plan = RollbackPlan()
    /// The full names of the images that were asked for.
    private var named: Set<String> = []
    var changes: [Change] = []
    var origins: [Origin] = []

    init(_ request: RollbackRequest, model: RepositoryModel, history: SiteHistory) {
        self.request = request
        self.model = model
        self.history = history
        all = Self.found(in: model)
    }

    // MARK: What changes

    /// - Parameter target: The commit whose values return; nil for those before the last change.
    mutating func find(target: String?) throws {
        let found = try wanted()
        let images = found.reduce(into: [String]()) { names, scalar in
            if !names.contains(scalar.image) { names.append(scalar.image) }
        }
        for image in images.sorted() {
            let own = found.filter { $0.image == image }
            let origin = try origin(of: image, own, target: target)
            guard let origin else { continue }
            let count = changes.count
            for scalar in own { try compare(scalar, with: origin.target) }
            if changes.count > count { origins.append(origin) }
        }
        let concerned =
            request.images.isEmpty ? Set(origins.map(\.image)) : Set(images).union(named)
        obstructOtherPlaces(of: concerned)
        guard changes.isEmpty, plan.obstacles.isEmpty else { return }
        throw HoldError.nothingToRestore(
            target.map { "no image differs from the commit \($0.prefix(12))" }
                ?? "no commit of the last \(SiteHistory.commitLimit) that touched its files changed "
                + request.images.quoted)
    }

    private mutating func origin(
        of image: String, _ scalars: [Found], target: String?
    ) throws -> Origin? {
        let places = scalars.map(\.scalar)
        guard let target else {
            let change = try history.lastChange(of: places)
            return change.flatMap { change in
                change.parent.map { Origin(image: image, target: $0, commit: change) }
            }
        }
        var differing: [SiteHistory.Scalar] = []
        for scalar in places {
            let (now, then) = try (
                history.site(scalar, at: history.head), history.site(scalar, at: target)
            )
            if now?.text != then?.text { differing.append(scalar) }
        }
        if differing.isEmpty { return nil }
        return Origin(
            image: image, target: target, commit: try history.lastChange(of: differing))
    }

    private mutating func compare(_ found: Found, with target: String) throws {
        let site = found.site
        guard let sites = try history.sites(of: found.path, at: target),
            let former = sites.site(site.key)
        else {
            // With all images, one that came later has nothing to return to.
            if request.images.isEmpty { return }
            return obstruct(found, "the commit \(target.prefix(12)) has no such value")
        }
        guard former.subject == site.subject else {
            return obstruct(found, "the commit \(target.prefix(12)) has another image there")
        }
        guard former.parts == site.parts else {
            return obstruct(
                found, "its fields are not those of the commit \(target.prefix(12))")
        }
        let present = try history.site(found.scalar, at: history.head) ?? site
        guard former.text != present.text || former.text != site.text else { return }
        changes.append(
            Change(found: found, present: present, former: former, formerSource: sites.source))
    }

    /// Names the places that decide what runs and that are not written: texts of patches, values of
    /// a chart in the repository.
    private mutating func obstructOtherPlaces(of images: Set<String>) {
        let written = Set(
            all.map { SourceLocation(path: $0.path, span: $0.site.node.span) })
        var seen: Set<SourceLocation> = []
        for placement in model.imagePlacements where isWanted(placement) {
            guard let name = placement.name?.full, images.contains(name),
                !placement.final.places.contains(where: written.contains),
                seen.insert(placement.place).inserted
            else { continue }
            plan.obstacles.append(
                .init(
                    path: placement.place.path, line: model.line(of: placement.place),
                    reason:
                        "it names `\(placement.final.text)`, in a place that is not written here"
                ))
        }
    }

    /// Whether something deploys it as it is, in the environment if one is asked for.
    private func isWanted(_ placement: ImagePlacement) -> Bool {
        placement.isDeployed && !placement.isOverridden
            && (request.environment.map { placement.environments.contains($0) } ?? true)
    }

    private mutating func obstruct(_ found: Found, _ reason: String) {
        plan.obstacles.append(
            .init(path: found.path, line: line(of: found), reason: reason))
    }

    func line(of found: Found) -> Int {
        model.line(of: SourceLocation(path: found.path, span: found.site.node.span))
    }

    // MARK: Where the images are

    /// The scalars of the images asked for, in the order of their files.
    private mutating func wanted() throws -> [Found] {
        // A short name means first of all an image that runs.
        let deployed = Set(model.imagePlacements.filter(isWanted).compactMap(\.name?.full))
        let names = deployed.union(all.map(\.image))
        var images: Set<String> = []
        for text in request.images {
            let query = ImageQuery(text)
            guard let name = try query.match(among: deployed) ?? query.match(among: names) else {
                throw HoldError.unknownName(text)
            }
            images.insert(name)
        }
        named = images
        var own = images.isEmpty ? all : all.filter { images.contains($0.image) }
        guard let environment = request.environment else { return own }
        guard model.environments.names.contains(environment) else {
            throw HoldError.nothingToRestore(
                "there is no environment `\(environment)` in the repository")
        }
        var environments = DeployedEnvironments(of: model)
        own = own.filter { found in
            environments.roots(ofPath: found.path, namespace: namespace(of: found))[environment]
                != nil
        }
        guard own.isEmpty, images.isDisjoint(with: deployed) else { return own }
        throw HoldError.nothingToRestore("no such image is deployed to `\(environment)`")
    }

    /// Says which other environments get the restored values.
    mutating func noteOtherEnvironments() {
        guard let environment = request.environment else { return }
        var deployed = DeployedEnvironments(of: model)
        for change in changes {
            let others = deployed.roots(
                ofPath: change.found.path, namespace: namespace(of: change.found)
            ).keys.filter { $0 != environment }.sorted()
            let note = "`\(change.found.path)` is deployed to \(others.quoted) as well"
            if !others.isEmpty, !plan.notes.contains(note) { plan.notes.append(note) }
        }
    }

    private func namespace(of found: Found) -> String? {
        let parts = found.site.key.object.split(
            separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// Cost: parses every file that has an image or a marker.
    private static func found(in model: RepositoryModel) -> [Found] {
        model.files.flatMap { file in
            ImageSites(file.facts).sites.compactMap { site in
                image(of: site, in: model).map { Found(path: file.path, site: site, image: $0) }
            }
        }
    }

    /// The full name of the image; nil where the repository does not tell.
    private static func image(of site: ImageSite, in model: RepositoryModel) -> String? {
        switch site.subject {
        case .image(let name): return name
        case .policy(let name):
            let names = model.policyLinks.policies.filter {
                $0.name == name.replacing(":", with: "/")
            }.map { $0.imageName?.full }
            return Set(names).count == 1 ? names.first ?? nil : nil
        }
    }
}

import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import ImageReferences
import ManifestFacts
import RegistryAccess
import RepositoryLinking
import Rules
import SourceText
import Triage

/// The changes that promote some images, on one commit of the branch that they are for.
struct PromotionPlan {
    struct Image {
        let name: String
        var result: Result<PlannedImage, PromotionObstacle>
    }

    let base: String
    let snapshot: Snapshot
    /// In the order in which they were asked for.
    var images: [Image]
    /// The new bytes of the files that change, by their paths.
    var contents: [String: [UInt8]]

    var planned: [PlannedImage] { images.compactMap { try? $0.result.get() } }
    var isRefused: Bool { images.contains { if case .failure = $0.result { true } else { false } } }

    /// The changes as a commit takes them.
    var treeEdits: [TreeEdit] {
        snapshot.entries.compactMap { entry in
            guard let bytes = contents[entry.path], let blob = entry.blobID else { return nil }
            return TreeEdit(path: entry.path, replacedBlob: blob, bytes: bytes)
        }
    }
}

/// An image of a plan, and the tag that it gets.
struct PlannedImage {
    let image: PromotedImage
    var copy: TagCopy
}

/// Plans a promotion: asks Git and the registry, and has the result checked.
struct PromotionPlanner {
    let workspace: GitWorkspace
    let check: RepositoryCheck
    let registry: RegistryClient
    let options: PromotionOptions

    func plan(on base: String) async throws -> PromotionPlan {
        let snapshot = try workspace.snapshot(of: .revision(base))
        let checked = try await check.checked(snapshot)
        let search = try CandidateSearch(
            in: checked.model, from: options.source, to: options.target, today: options.today)
        try refuseErrors(of: checked)
        var plan = PromotionPlan(base: base, snapshot: snapshot, images: [], contents: [:])
        var edits = PlaceEdits(in: checked.model)
        var seen: Set<String> = []
        for name in options.images ?? search.all.map(\.full) {
            let result = await result(of: name, in: search, base, &edits)
            if case .success(let planned) = result,
                !seen.insert(planned.image.target.name).inserted
            {
                continue
            }
            plan.images.append(.init(name: name, result: result))
        }
        plan.contents = try edits.contents()
        try await refuseNewErrors(of: plan)
        try await refuseOtherResult(of: plan, in: search)
        return plan
    }

    private func result(
        of name: String, in search: CandidateSearch, _ base: String, _ edits: inout PlaceEdits
    ) async -> Result<PlannedImage, PromotionObstacle> {
        var own = edits
        do {
            let candidate = try search.candidate(
                try search.image(named: name), as: options.otherName.flatMap { ImageName($0) })
            let planned = try await planned(candidate, in: search, base, &own)
            // Only an image that nothing refuses may leave edits behind.
            edits = own
            return .success(planned)
        } catch let obstacle as PromotionObstacle {
            return .failure(obstacle)
        } catch {
            return .failure(.git("\(error)"))
        }
    }

    private func planned(
        _ candidate: PromotionCandidate, in search: CandidateSearch, _ base: String,
        _ edits: inout PlaceEdits
    ) async throws -> PlannedImage {
        let digest = try await digest(of: candidate)
        let start = edits.changes.count
        for placement in candidate.placements {
            let old = placement.final.version
            let replacement = VersionReplacement(
                old: old,
                new: ImageVersion(name: old.name, tag: candidate.targetTag, digest: digest),
                identity: search.target.identity?.value)
            for place in placement.final.places { try edits.replace(at: place, by: replacement) }
        }
        let changes = Array(edits.changes[start...])
        let model = search.model
        let place = candidate.sourcePlace
        let line = model.line(of: place)
        let origin = origin(of: place.path, line, base)
        let previous = changes.first.flatMap { self.origin(of: $0.place.path, $0.line, base) }
        var seen: Set<ImageVersion> = []
        let target = ImageVersion(
            name: candidate.name, tag: candidate.targetTag, digest: digest)
        let image = PromotedImage(
            source: candidate.source, sourcePlace: (place.path, line),
            identity: candidate.identity, target: target,
            replaced: candidate.placements.map(\.final.version).filter { seen.insert($0).inserted },
            changes: changes, tested: origin.map(PromotedImage.Tested.init),
            previousCommit: previous?.commit,
            isOlder: candidate.placements.contains {
                search.isOlder(candidate.targetTag, than: $0.final.tag.text)
            })
        let targetImage =
            try ImageName(candidate.name).map { try search.registryImage(of: $0) }
            ?? candidate.registryImage
        return PlannedImage(
            image: image,
            copy: try await TagCopy(
                of: image, from: candidate.registryImage, to: targetImage, registry))
    }

    /// Nil where the history does not tell: a date is no reason to refuse a promotion.
    private func origin(of path: String, _ line: Int, _ base: String) -> LineOrigin? {
        do throws(GitError) {
            return try workspace.origin(ofLine: line, in: path, at: base)
        } catch {
            return nil
        }
    }

    /// The digest that the registry has, which has to be the one that Git names, if it does.
    private func digest(of candidate: PromotionCandidate) async throws -> String {
        do {
            let known = candidate.source.digest
            guard let tag = candidate.source.tag else {
                let reference = known ?? ""
                return try await registry.manifest(
                    of: candidate.registryImage, reference: reference
                ).digest.text
            }
            let digest = try await registry.digest(of: candidate.registryImage, tag: tag).text
            guard known == nil || known == digest else {
                throw PromotionObstacle.registryDisagrees(
                    image: "\(candidate.source.name):\(tag)", git: known ?? "", registry: digest)
            }
            return digest
        } catch let error as RegistryError {
            throw PromotionObstacle.registry(error)
        }
    }

    // MARK: The rules

    /// An environment with errors has tested nothing.
    private func refuseErrors(of checked: CheckedRepository) throws {
        let errors = checked.report.findings.filter { reported in
            let finding = reported.finding
            guard finding.severity == .error, reported.acceptance == nil else { return false }
            let names = checked.model.environments.names(
                ofPath: finding.location.path, namespace: finding.object?.namespace)
            return names.contains(options.source) || finding.environments.contains(options.source)
        }
        guard errors.isEmpty else {
            throw PromotionObstacle.failingCheck(
                environment: options.source, findings: errors.prefix(3).map(\.words))
        }
    }

    /// Builds the result: the target has to run what was planned, and nothing else may change.
    private func refuseOtherResult(
        of plan: PromotionPlan, in search: CandidateSearch
    ) async throws {
        guard !plan.contents.isEmpty else { return }
        let model = try await check.model(of: plan.snapshot.replacing(plan.contents))
        let planned = Dictionary(plan.planned.map { ($0.image.target.name, $0.image.target) }) {
            $1
        }
        for environment in model.configuration.environments {
            let name = environment.name.value
            let before = search.model.builds(in: name)
            for (image, builds) in model.builds(in: name) {
                let full = builds.placements.lazy.compactMap(\.name?.full).first ?? image
                let artifacts = Set(builds.known.map(\.artifact))
                if name == options.target, let version = planned[full] {
                    try refuse(artifacts, of: full, besides: version, search.target)
                } else if artifacts != Set((before[image]?.known ?? []).map(\.artifact)) {
                    throw PromotionObstacle.otherResult(image: full, environment: name)
                }
            }
        }
    }

    private func refuse(
        _ artifacts: Set<Artifact>, of image: String, besides version: ImageVersion,
        _ target: Environment
    ) throws {
        for artifact in artifacts {
            guard artifact.tag == nil || artifact.tag == version.tag,
                artifact.digest == nil || artifact.digest == version.digest
            else {
                throw PromotionObstacle.otherResult(image: image, environment: target.name.value)
            }
            if [.digest, .both].contains(target.identity?.value), artifact.digest == nil {
                throw PromotionObstacle.noDigestField(
                    image: image, environment: target.name.value)
            }
        }
    }

    private func refuseNewErrors(of plan: PromotionPlan) async throws {
        guard !plan.contents.isEmpty else { return }
        let report = try await check.report(
            on: plan.snapshot.replacing(plan.contents), since: plan.snapshot)
        let errors = report.findings.filter {
            $0.finding.severity == .error && $0.acceptance == nil
        }
        guard errors.isEmpty else {
            throw PromotionObstacle.newFindings(errors.prefix(3).map(\.words))
        }
    }
}

extension ReportedFinding {
    fileprivate var words: String {
        "\(finding.location.path):\(region.start.line): \(finding.message) [\(finding.rule)]"
    }
}

extension FinalImage {
    fileprivate var version: ImageVersion {
        ImageVersion(name: name ?? "", tag: tag.text, digest: digest.text)
    }
}

extension PromotedImage.Tested {
    fileprivate init(_ origin: LineOrigin) {
        self.init(
            commit: origin.commit, author: origin.author.name,
            day: Date(timeIntervalSince1970: Double(origin.secondsSince1970))
                .formatted(.iso8601.year().month().day()))
    }
}

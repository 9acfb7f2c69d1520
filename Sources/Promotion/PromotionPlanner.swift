import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import ImageReferences
import RegistryAccess
import RepositoryLinking
import SourceText

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
        var plan = PromotionPlan(
            options: options, base: base, snapshot: snapshot, images: [], contents: [:])
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
        return PlannedImage(
            image: image,
            copy: try await TagCopy(
                of: image, from: candidate.registryImage, to: candidate.targetRegistryImage,
                registry))
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
        let (source, place) = (candidate.source, candidate.registryImage)
        do {
            guard let tag = source.tag else {
                return try await registry.manifest(of: place, reference: source.versionText)
                    .digest.text
            }
            let digest = try await registry.digest(of: place, tag: tag).text
            if let known = source.digest, known != digest {
                throw PromotionObstacle.registryDisagrees(
                    image: "\(source.name):\(tag)", git: known, registry: digest)
            }
            return digest
        } catch let error as RegistryError {
            throw PromotionObstacle.registry(error)
        }
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

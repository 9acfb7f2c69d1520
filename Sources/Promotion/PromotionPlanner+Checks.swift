import CheckPipeline
import Configuration
import ImageReferences
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

extension PromotionPlanner {
    /// An environment with errors has tested nothing.
    func refuseErrors(of checked: CheckedRepository) throws {
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
    func refuseOtherResult(
        of plan: PromotionPlan, in search: CandidateSearch
    ) async throws {
        guard plan.hasChanges else { return }
        let model = try await check.model(of: plan.snapshot.replacing(plan.contents))
        let planned = Dictionary(plan.planned.map { ($0.image.target.name, $0.image.target) }) {
            $1
        }
        for environment in model.configuration.environments {
            let name = environment.name.value
            let before = search.model.builds(in: name)
            for (image, builds) in model.builds(in: name) {
                let full = builds.name?.full ?? image
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

    func refuseNewErrors(of plan: PromotionPlan) async throws {
        guard plan.hasChanges else { return }
        let errors = try await check.newErrors(
            in: plan.snapshot.replacing(plan.contents), since: plan.snapshot)
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

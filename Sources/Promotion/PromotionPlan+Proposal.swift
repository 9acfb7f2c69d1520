import Forges
import UpdateEngine

/// The words and names under which a plan is proposed.
extension PromotionPlan {
    var branchName: String {
        PromotionBranch(
            environment: options.target, images: changed.map { ($0.target.name, $0.identity) }
        ).name
    }

    var text: ProposalText {
        ProposalText(from: options.source, to: options.target, images: changed)
    }

    var pullRequest: PullRequest {
        PullRequest(
            branch: branchName, base: options.base, title: text.title, body: text.body,
            key: RequestKey(changed, to: options.target).text)
    }

    var warnings: [String] {
        changed.filter(\.isOlder).map { image in
            "`\(image.target.versionText)` is older than what `\(options.target)` runs of "
                + "`\(image.target.name)`"
        }
    }

    /// - Parameter tag: Tells how far the tag of an image is.
    func outcomes(
        _ tag: (TagCopy) -> PromotionReport.TagOutcome
    ) -> [(name: String, outcome: PromotionReport.Outcome)] {
        images.map { image in
            switch image.result {
            case .failure(let obstacle): (image.name, .refused(obstacle))
            case .success(let planned):
                (
                    planned.image.target.name,
                    planned.image.changes.isEmpty
                        ? .current(planned.image, tag(planned.copy))
                        : .promoted(planned.image, tag(planned.copy))
                )
            }
        }
    }

    /// The images that the target does not have yet; all of them if it has them all.
    private var changed: [PromotedImage] {
        let all = planned.map(\.image)
        let changed = all.filter { !$0.changes.isEmpty }
        return changed.isEmpty ? all : changed
    }
}

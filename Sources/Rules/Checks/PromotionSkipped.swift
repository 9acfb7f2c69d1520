import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags builds that are newer than those of the environment that they had to be promoted from.
struct PromotionSkipped: Rule {
    static let followsImages = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.promotions.compactMap { state in
            guard state.isPromoted, state.comparison == .different(.ahead),
                let compared = state.compared
            else { return nil }
            return finding(
                "`\(compared.build.words)` in `\(state.environment)` is newer than "
                    + "`\(compared.source.words)` in `\(state.source)`, which it promotes from: it "
                    + "was not tested there; deploy it to `\(state.source)` first",
                at: state, compared)
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.promotions.compactMap { state in
            let open = (state.builds.open + state.sourceBuilds.open).first {
                $0.final.tag == .open || $0.final.digest == .open
            }
            guard state.isPromoted, let open else { return nil }
            return unjudged(
                "which build of `\(state.image.full)` runs there is not known, so `\(state.environment)` "
                    + "and `\(state.source)` cannot be compared", at: open.place)
        }
    }
}

import Audit
import RepositoryLinking

extension PromotionChange {
    /// A sentence without a full stop.
    var words: String {
        let before = former.map { ", before: \($0.title)" } ?? ""
        return "\(latter.image.full): \(latter.words)\(before)"
    }

    /// Whether it is ahead of the environment that it promotes from.
    var isAhead: Bool { latter.kind == "ahead" }
}

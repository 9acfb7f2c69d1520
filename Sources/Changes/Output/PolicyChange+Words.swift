extension PolicyChange {
    /// The effects of the change, a clause each; texts of the repository stand in back-ticks.
    var words: [String] {
        switch effect {
        case .added(let state): ["is added: selects \(state.words)"]
        case .removed(let state): ["is removed: selected \(state.words)"]
        case .several: ["changes, built in several ways: which becomes which is not known"]
        case .changed(let old, let new, let tags):
            Self.fields(old, new) + Self.selection(old, new) + tags.words
        }
    }

    private static func fields(_ old: PolicyState, _ new: PolicyState) -> [String] {
        var words: [String] = []
        if old.image != new.image {
            words.append("is for \(quoted(new.image)), was for \(quoted(old.image))")
        }
        if old.selector != new.selector {
            words.append("selects \(new.selector), before \(old.selector)")
        }
        if old.obstacle != new.obstacle {
            words.append(
                new.obstacle.map { "selects nothing new: \($0)" }
                    ?? "selects again, which it did not: \(old.obstacle ?? "")")
        }
        return words
    }

    private static func selection(_ old: PolicyState, _ new: PolicyState) -> [String] {
        guard old.isListed, new.isListed, old.selected != new.selected else { return [] }
        let words = (old.selected, new.selected)
        return [
            "from the known tags selects \(words.1.map { "`\($0)`" } ?? "nothing"), before "
                + (words.0.map { "`\($0)`" } ?? "nothing")
        ]
    }

    private static func quoted(_ image: String?) -> String {
        image.map { "`\($0)`" } ?? "an image that is not known"
    }
}

extension PolicyState {
    fileprivate var words: String {
        let tag = selected.map { ", now `\($0)`" } ?? ""
        let reason = obstacle.map { ", but nothing new: \($0)" } ?? ""
        return (image.map { "tags of `\($0)`, " } ?? "") + selector + tag + reason
    }
}

extension PolicyTags {
    /// One clause where the same tags are admitted, else one for each side.
    fileprivate var words: [String] {
        if admitted == .none, dropped == .none { return ["admits the same tags"] }
        return [
            admitted.words("newly admits tags such as", "admits no further tag"),
            dropped.words("no longer admits tags such as", "still admits every tag that it did"),
        ]
    }
}

extension PolicyTags.Answer {
    fileprivate func words(_ some: String, _ none: String) -> String {
        switch self {
        case .some(let tag): "\(some) `\(tag)`"
        case .none: none
        case .unknown(let reason): "\(some): not known, \(reason)"
        }
    }
}

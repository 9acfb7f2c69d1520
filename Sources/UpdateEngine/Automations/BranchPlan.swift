/// Which commit an automation's edits are put on, and what becomes of its branch.
package struct BranchPlan: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        /// The branch that is checked out is pushed to as well.
        case direct
        /// The branch is made from the one that is checked out.
        case created
        /// The branch's own commits are made anew on top of the branch that is checked out.
        case rebuilt
        /// The branch goes on from where it is.
        case appended
    }

    package let way: Way
    /// The commit whose files are rewritten: the new one's parent.
    package let base: String
    /// Where the branch has to be when it moves; nil where it must not exist.
    package let tip: String?

    /// - Parameters:
    ///   - checkout: Where the branch that is checked out is.
    ///   - push: Where the branch that is pushed to is; nil where there is none.
    ///   - isRebuildable: Whether nothing is lost when that is made anew.
    package init(
        checkout: String, push: String?, isSameBranch: Bool,
        isRebuildable: () throws -> Bool
    ) rethrows {
        if isSameBranch {
            (way, base, tip) = (.direct, checkout, checkout)
        } else if let push {
            tip = push
            (way, base) = try isRebuildable() ? (.rebuilt, checkout) : (.appended, push)
        } else {
            (way, base, tip) = (.created, checkout, nil)
        }
    }
}

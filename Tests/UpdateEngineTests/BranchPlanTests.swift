import Testing
import UpdateEngine

/// The commit on which an automation's edits are made.
struct BranchPlanTests {
    @Test func `edits are made on the tip of the branch that is checked out`() {
        let plan = BranchPlan(checkout: "a", push: "a", isSameBranch: true) { false }
        #expect((plan.way, plan.base, plan.tip) == (.direct, "a", "a"))
    }

    @Test func `a missing push branch is created`() {
        let plan = BranchPlan(checkout: "a", push: nil, isSameBranch: false) { true }
        #expect((plan.way, plan.base, plan.tip) == (.created, "a", nil))
    }

    @Test(arguments: [(true, BranchPlan.Way.rebuilt, "a"), (false, .appended, "b")])
    func `an existing push branch is made anew if nothing is lost`(
        _ isRebuildable: Bool, _ way: BranchPlan.Way, _ base: String
    ) {
        let plan = BranchPlan(checkout: "a", push: "b", isSameBranch: false) { isRebuildable }
        #expect((plan.way, plan.base, plan.tip) == (way, base, "b"))
    }
}

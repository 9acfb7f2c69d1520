import Testing
import UpdateEngine

/// Which commit an automation's edits are put on.
struct BranchPlanTests {
    @Test func `the branch that is checked out is gone on from`() {
        let plan = BranchPlan(checkout: "a", push: "a", isSameBranch: true) { false }
        #expect((plan.way, plan.base, plan.tip) == (.direct, "a", "a"))
    }

    @Test func `a missing branch is made where there is none`() {
        let plan = BranchPlan(checkout: "a", push: nil, isSameBranch: false) { true }
        #expect((plan.way, plan.base, plan.tip) == (.created, "a", nil))
    }

    @Test(arguments: [(true, BranchPlan.Way.rebuilt, "a"), (false, .appended, "b")])
    func `an existing branch is made anew where nothing is lost`(
        _ isRebuildable: Bool, _ way: BranchPlan.Way, _ base: String
    ) {
        let plan = BranchPlan(checkout: "a", push: "b", isSameBranch: false) { isRebuildable }
        #expect((plan.way, plan.base, plan.tip) == (way, base, "b"))
    }
}

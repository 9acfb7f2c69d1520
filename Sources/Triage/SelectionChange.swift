/// An ImagePolicy that selects another image than before a change.
package struct SelectionChange: Codable, Hashable, Sendable {
    /// `NAMESPACE/NAME`.
    package let policy: String
    package let path: String
    /// Counts from 1.
    package let line: Int
    /// `IMAGE:TAG`; nil if nothing was selected.
    package let former: String?
    /// `IMAGE:TAG`; nil if nothing is selected any more.
    package let selected: String?

    package init(policy: String, path: String, line: Int, former: String?, selected: String?) {
        self.policy = policy
        self.path = path
        self.line = line
        self.former = former
        self.selected = selected
    }
}

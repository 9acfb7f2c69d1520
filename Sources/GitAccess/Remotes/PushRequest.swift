import Clibgit2

/// One commit that is to become the tip of a branch, or of another reference, of a remote.
package struct PushRequest: Hashable, Sendable {
    /// The condition of a push; there is never a push without one.
    package enum Expectation: Hashable, Sendable {
        /// Exactly this commit: what lies between is replaced.
        case tip(String)
        /// No such reference.
        case absent
        /// Anything that the commit rests on.
        case ancestor
    }

    package let commit: String
    /// In full, as `refs/heads/main`.
    package let reference: String
    package let expectation: Expectation
    /// For the remote to read; each on one line.
    package let options: [String]

    /// Nil for a reference or an option that Git would not take, or take for something else.
    package init?(
        commit: String, reference: String, expectation: Expectation, options: [String] = []
    ) {
        var isValid: Int32 = 0
        git_reference_name_is_valid(&isValid, reference)
        let isCommit = !commit.isEmpty && commit.utf8.allSatisfy("0123456789abcdef".utf8.contains)
        let isReadable = options.allSatisfy {
            !$0.unicodeScalars.contains { "\n\0".unicodeScalars.contains($0) }
        }
        guard isValid != 0, reference.hasPrefix("refs/"), isCommit, isReadable else { return nil }
        self.commit = commit
        self.reference = reference
        self.expectation = expectation
        self.options = options
    }

    /// The arguments of `git push` for the condition.
    ///
    /// A lease is kept by the remote as well: it is told what the reference was.
    var lease: [String] {
        switch expectation {
        case .tip(let id): ["--force-with-lease=\(reference):\(id)"]
        case .absent: ["--force-with-lease=\(reference):"]
        case .ancestor: []
        }
    }
}

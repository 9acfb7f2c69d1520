extension RemoteProgram {
    /// Brings a branch here under its own name, whatever that named before; nil where the remote
    /// has none.
    ///
    /// - Parameter tip: Where the branch is here.
    package func mirror(branch: String, at tip: String?) throws(RemoteFailure) -> String? {
        for _ in 0..<3 {
            guard let there = try tips(of: [branch])[branch] else { return nil }
            if there == tip { return there }
            let reference = Self.branches + branch
            let fetched = try fetch(["+\(reference):\(reference)"])
            if fetched.status == 0 {
                return try succeed(["rev-parse", "--verify", "--end-of-options", reference]).text
                    .split(separator: "\n").first.map(String.init)
            }
            guard fetched.messages.contains("couldn't find remote ref") else {
                throw RemoteFailure(remote, messages: fetched.messages)
            }
        }
        throw RemoteFailure(remote, .unsteady)
    }

    /// The branch that HEAD of the remote names; nil where it names none, as in an empty
    /// repository of an old server.
    package func defaultBranch() throws(RemoteFailure) -> String? {
        let listing = try succeed(
            ["ls-remote", "--quiet", "--symref", "--end-of-options", remote.target, "HEAD"])
        // `ref: REFERENCE<tab>HEAD`
        let mark = "ref: \(Self.branches)"
        return listing.text.split(separator: "\n").lazy
            .filter { $0.hasPrefix(mark) && $0.hasSuffix("\tHEAD") }
            .map { String($0.dropFirst(mark.count).dropLast("\tHEAD".count)) }.first
    }
}

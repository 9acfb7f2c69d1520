import CLibrary

extension RemoteProgram {
    /// Fetches branches of the remote, and returns their tips; absent are those it does not have.
    ///
    /// Nothing of the user's changes: no branch, no tag, no remote-tracking branch, no
    /// `FETCH_HEAD`. The tips arrive as references below `refs/sluice/fetch/`, with names of this
    /// call alone, so that no other run is in its way; they are deleted when their ids have been
    /// read. Git keeps what nothing refers to for two weeks, unless it is told otherwise.
    package func fetch(branches: [String]) throws(RemoteFailure) -> [String: String] {
        try fetch(references: branches.map { Self.branches + $0 }).namingBranches
    }

    /// The same for references in full; a tag with a message of its own is no commit itself.
    package func fetch(references: [String]) throws(RemoteFailure) -> [String: String] {
        for _ in 0..<3 {
            let known = try targets(of: references)
            var unknown: [String] = []
            for (name, id) in known where try !isReferenced(id) { unknown.append(name) }
            if unknown.isEmpty { return known }
            if let fetched = try fetchOnce(unknown.sorted()) {
                return known.merging(fetched) { $1 }
            }
        }
        throw RemoteFailure(remote, .unsteady)
    }

    /// Whether a commit is on a branch of the remote; it is here then, with what it rests on.
    ///
    /// Its presence proves nothing: it may be a commit that was never pushed. Where a shallow clone
    /// ends before it, the remote is asked for the commit alone.
    package func fetch(commit: String) throws(RemoteFailure) -> Bool {
        let directory = try newDirectory()
        let fetched = try fetch(["+\(Self.branches)*:\(directory)*"])
        guard fetched.status == 0 else {
            throw RemoteFailure(remote, messages: fetched.messages)
        }
        let holders = try run(["for-each-ref", "--count=1", "--contains", commit, directory])
        try delete(references(below: directory).keys.sorted())
        if holders.status == 0 { return !holders.output.isEmpty }
        if try run(["cat-file", "-e", commit]).status == 0 { return false }
        let alone = try fetch(["+\(commit):\(directory)alone"])
        try delete(references(below: directory).keys.sorted())
        if alone.status == 0 { return true }
        guard ["not our ref", "unadvertised object"].contains(where: alone.messages.contains) else {
            throw RemoteFailure(remote, messages: alone.messages)
        }
        return false
    }

    /// Where branches of the remote are; those it has not are absent.
    package func tips(of branches: [String]) throws(RemoteFailure) -> [String: String] {
        try targets(of: branches.map { Self.branches + $0 }).namingBranches
    }

    /// The targets of references of the remote, by their full names.
    private func targets(of references: [String]) throws(RemoteFailure) -> [String: String] {
        // A name that ends like a wanted one is listed, too.
        let wanted = Set(references)
        return try listing(of: references).filter { wanted.contains($0.key) }
    }

    /// The tags of the remote, without `refs/tags/`; in no order.
    package func tags() throws(RemoteFailure) -> [String] {
        try listing(of: ["\(Self.tags)*"]).keys.filter { $0.hasPrefix(Self.tags) }
            .map { String($0.dropFirst(Self.tags.count)) }
    }

    /// The targets of references with these endings, by their full names.
    private func listing(of patterns: [String]) throws(RemoteFailure) -> [String: String] {
        let listing = try succeed(
            ["ls-remote", "--quiet", "--refs", "--end-of-options", remote.target] + patterns)
        var targets: [String: String] = [:]
        // `ID<tab>REFERENCE`
        for line in listing.text.split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            if fields.count == 2 { targets[fields[1]] = fields[0] }
        }
        return targets
    }

    static let branches = "refs/heads/"
    private static let tags = "refs/tags/"

    /// Nil where a reference went away between listing and fetching.
    private func fetchOnce(_ references: [String]) throws(RemoteFailure) -> [String: String]? {
        let directory = try newDirectory()
        let targets = references.indices.map { "\(directory)\($0)" }
        let fetched = try fetch(zip(references, targets).map { "+\($0):\($1)" })
        guard fetched.status == 0 else {
            if fetched.messages.contains("couldn't find remote ref") { return nil }
            throw RemoteFailure(remote, messages: fetched.messages)
        }
        let ids = try self.references(below: directory)
        try delete(targets)
        return Dictionary(
            zip(references, targets).compactMap { pair in ids[pair.1].map { (pair.0, $0) } }
        ) { $1 }
    }

    func fetch(_ refspecs: [String]) throws(RemoteFailure) -> Ending {
        try run(
            [
                "fetch", "--quiet", "--no-tags", "--no-prune", "--no-write-fetch-head",
                "--no-recurse-submodules", "--no-auto-maintenance", "--refmap=", "--end-of-options",
                remote.target,
            ] + refspecs)
    }

    /// A place for references that no other run has.
    private func newDirectory() throws(RemoteFailure) -> String {
        try deleteLeftovers()
        return "\(Self.directory)\(getpid())-\(UInt32.random(in: .min ... .max))/"
    }

    /// Deletes what runs that were killed could not.
    private func deleteLeftovers() throws(RemoteFailure) {
        let leftovers = try references(below: Self.directory).keys.filter { name in
            let process = pid_t(name.dropFirst(Self.directory.count).prefix { $0 != "-" })
            guard let process, process > 0 else { return true }
            return kill(process, 0) != 0 && errno == ESRCH
        }
        if !leftovers.isEmpty { try delete(leftovers.sorted()) }
    }

    private static let directory = "refs/sluice/fetch/"

    /// Whether the commit is here with all that it rests on, which is so for what a reference
    /// names.
    private func isReferenced(_ commit: String) throws(RemoteFailure) -> Bool {
        let named = try run(["for-each-ref", "--count=1", "--points-at", commit])
        return named.status == 0 && !named.output.isEmpty
    }

    private func references(below directory: String) throws(RemoteFailure) -> [String: String] {
        let lines = try succeed(["for-each-ref", "--format=%(refname) %(objectname)", directory])
            .text.split(separator: "\n")
        return Dictionary(
            lines.map { $0.split(separator: " ").map(String.init) }.map { ($0[0], $0[1]) }
        ) { $1 }
    }

    private func delete(_ references: [String]) throws(RemoteFailure) {
        for reference in references {
            try succeed(["update-ref", "-d", "--end-of-options", reference])
        }
    }

    @discardableResult
    func succeed(_ arguments: [String]) throws(RemoteFailure) -> Ending {
        let ending = try run(arguments)
        guard ending.status == 0 else {
            throw RemoteFailure(remote, messages: ending.messages)
        }
        return ending
    }
}

extension [String: String] {
    /// With the names of branches in the place of those of their references.
    fileprivate var namingBranches: Self {
        Dictionary(map { (String($0.key.dropFirst(RemoteProgram.branches.count)), $0.value) }) {
            $1
        }
    }
}

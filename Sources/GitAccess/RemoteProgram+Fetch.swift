#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension RemoteProgram {
    /// Brings what branches of the remote hold, and gives their tips; those it has not are absent.
    ///
    /// Nothing of the user's changes: no branch, no tag, no remote-tracking branch, no `FETCH_HEAD`.
    /// The tips arrive as references below `refs/sluice/fetch/`, with names of this call alone, so
    /// that no other run is in its way; they are deleted when their ids have been read. Git keeps
    /// what nothing refers to for two weeks, unless it is told otherwise.
    package func fetch(branches: [String]) throws(RemoteFailure) -> [String: String] {
        for _ in 0..<3 {
            let tips = try tips(of: branches)
            var unknown: [String] = []
            for (branch, tip) in tips where try !isReferenced(tip) { unknown.append(branch) }
            if unknown.isEmpty { return tips }
            if let fetched = try fetchOnce(unknown.sorted()) { return tips.merging(fetched) { $1 } }
        }
        throw RemoteFailure(remote, .unsteady)
    }

    /// Where branches of the remote are; those it has not are absent.
    package func tips(of branches: [String]) throws(RemoteFailure) -> [String: String] {
        let references = branches.map { "refs/heads/\($0)" }
        let listing = try succeed(
            ["ls-remote", "--quiet", "--refs", "--end-of-options", remote.target] + references)
        let wanted = Set(references)
        var tips: [String: String] = [:]
        // `ID<tab>REFERENCE`; a name that ends like a wanted one is listed, too.
        for line in listing.output.split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 2, wanted.contains(fields[1]) else { continue }
            tips[String(fields[1].dropFirst("refs/heads/".count))] = fields[0]
        }
        return tips
    }

    /// Nil where a branch went away between listing and fetching.
    private func fetchOnce(_ branches: [String]) throws(RemoteFailure) -> [String: String]? {
        try deleteLeftovers()
        let folder = "\(Self.folder)\(getpid())-\(UInt32.random(in: .min ... .max))/"
        let targets = branches.indices.map { "\(folder)\($0)" }
        let refspecs = zip(branches, targets).map { "+refs/heads/\($0):\($1)" }
        let fetched = try run(
            [
                "fetch", "--quiet", "--no-tags", "--no-prune", "--no-write-fetch-head",
                "--no-recurse-submodules", "--no-auto-maintenance", "--refmap=", "--end-of-options",
                remote.target,
            ] + refspecs)
        guard fetched.status == 0 else {
            if fetched.messages.contains("couldn't find remote ref") { return nil }
            throw RemoteFailure(remote, messages: fetched.messages)
        }
        let ids = try references(below: folder)
        try delete(targets)
        return Dictionary(
            zip(branches, targets).compactMap { pair in ids[pair.1].map { (pair.0, $0) } }
        ) { $1 }
    }

    /// Deletes what runs that were killed could not.
    private func deleteLeftovers() throws(RemoteFailure) {
        let leftovers = try references(below: Self.folder).keys.filter { name in
            let process = pid_t(name.dropFirst(Self.folder.count).prefix { $0 != "-" })
            guard let process, process > 0 else { return true }
            return kill(process, 0) != 0 && errno == ESRCH
        }
        if !leftovers.isEmpty { try delete(leftovers.sorted()) }
    }

    private static let folder = "refs/sluice/fetch/"

    /// Whether the commit is here with all that it rests on, which is so for what a reference names.
    private func isReferenced(_ commit: String) throws(RemoteFailure) -> Bool {
        let named = try run(["for-each-ref", "--count=1", "--points-at", commit])
        return named.status == 0 && !named.output.isEmpty
    }

    private func references(below folder: String) throws(RemoteFailure) -> [String: String] {
        let lines = try succeed(["for-each-ref", "--format=%(refname) %(objectname)", folder])
            .output.split(separator: "\n")
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
    private func succeed(_ arguments: [String]) throws(RemoteFailure) -> Ending {
        let ending = try run(arguments)
        guard ending.status == 0 else {
            throw RemoteFailure(remote, messages: ending.messages)
        }
        return ending
    }
}

import SourceText

/// A repository that only the `git` program can read.
struct ProgramAccess {
    let layout: RepositoryLayout
    let program: GitProgram
    /// Whether libgit2 can read the objects, though not the repository: it knows SHA-1 alone.
    let hasLibraryObjects: Bool

    init(environment: GitEnvironment, program: GitProgram) throws(GitError) {
        self.program = program
        let facts = try program.lines(
            "rev-parse", "--path-format=absolute", "--is-inside-work-tree", "--show-object-format",
            "--absolute-git-dir", "--git-common-dir", "--git-path", "index", "--git-path", "objects"
        )
        guard let facts, facts.count == 6 else {
            throw .unreadable(
                path: environment.directory, reason: "a directory's name has a line break in it")
        }
        let top =
            facts[0] == "true"
            ? try program.lines("rev-parse", "--path-format=absolute", "--show-toplevel")?.first
            : nil
        hasLibraryObjects = facts[1] == "sha1"
        layout = RepositoryLayout(
            gitDirectory: facts[2], commonDirectory: facts[3], worktree: top, indexFile: facts[4],
            objectDirectories: [facts[5]]
                + environment.alternateObjectDirectories(from: top ?? environment.directory))
    }

    /// Stands in for libgit2 where that can open the repository, but not its index.
    init(layout: RepositoryLayout, program: GitProgram) {
        self.layout = layout
        self.program = program
        hasLibraryObjects = true
    }

    /// The id of a tree without entries, which every repository has without storing it.
    private var emptyTree: String {
        hasLibraryObjects
            ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
            : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    }
}

extension ProgramAccess: RepositoryAccess {
    func head() throws(GitError) -> String? {
        try program.lines("rev-parse", "--verify", "--quiet", "HEAD")?.first
    }

    func setting(_ name: String) throws(GitError) -> String? {
        try program.records("config", "--null", "--get", name).first.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func resolve(_ revision: String) throws(GitError) -> String {
        func verified(_ name: String) throws(GitError) -> String? {
            try program.lines("rev-parse", "--verify", "--quiet", "--end-of-options", name)?.last
        }
        guard let object = try verified(revision) else { throw .unknownRevision(revision) }
        if let commit = try verified("\(object)^{commit}") { return commit }
        if let tree = try verified("\(object)^{tree}") { return tree }
        throw .unknownRevision(revision)
    }

    func files(ofTree id: String) throws(GitError) -> ListedFiles {
        var list = EntryList()
        for record in try program.records("ls-tree", "-r", "-z", "--full-tree", id) {
            // `100644 blob ID`, a tab, the path
            let (fields, path) = halves(of: record)
            try list.add(path: path, mode: fields.mode(at: 0), id: fields[2])
        }
        return try list.finished()
    }

    /// Compares with the empty tree, because that leaves intent-to-add files out.
    func indexFiles() throws(GitError) -> ListedFiles {
        let records = try program.records(
            "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev",
            "--ignore-submodules=none", "--ita-invisible-in-index", emptyTree)
        var list = EntryList()
        var conflicts: [String] = []
        for position in stride(from: 0, to: records.count - 1, by: 2) {
            // `:000000 100644 0000 ID A`, then the path as a record of its own
            let (fields, _) = halves(of: records[position])
            let path = records[position + 1]
            if fields.last == "U" {
                conflicts.append(String(decoding: path, as: UTF8.self))
            } else {
                try list.add(path: path, mode: fields.mode(at: 1), id: fields[3])
            }
        }
        guard conflicts.isEmpty else { throw .conflicts(paths: conflicts) }
        return try list.finished()
    }

    var openBlobs: @Sendable () throws(GitError) -> any SnapshotReader {
        let (directories, program) = (layout.objectDirectories, program)
        if hasLibraryObjects {
            return { () throws(GitError) in try BlobReader(objectDirectories: directories) }
        }
        return { () throws(GitError) in BatchReader(program: program) }
    }
}

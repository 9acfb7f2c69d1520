import CLibrary
import Clibgit2
import SourceText

/// A repository that libgit2 can open.
final class LibraryAccess {
    let layout: RepositoryLayout
    let environment: GitEnvironment
    let repository: GitHandle
    let program: GitProgram?

    /// Opens the repository that Git would use with this environment.
    ///
    /// libgit2's own flag for that reads the variables of the process, refuses `GIT_WORK_TREE`, and
    /// takes a relative index file from the current directory, where Git takes it from the top.
    init(environment: GitEnvironment, program: GitProgram?) throws(GitError) {
        repository = try Self.opened(environment)
        try Self.refuseWorktreeSettings(of: repository)
        try Self.chooseWorktree(of: repository, environment)
        layout = Self.layout(of: repository, environment)
        self.environment = environment
        self.program = program
        let usesOwnObjects = environment["GIT_OBJECT_DIRECTORY"] == nil
        if !usesOwnObjects || layout.objectDirectories.count > 1 {
            let objects = try openObjects(at: layout.objectDirectories)
            try check(
                git_repository_set_odb(repository.pointer, objects.pointer),
                "git_repository_set_odb")
        }
    }

    private static func opened(_ environment: GitEnvironment) throws(GitError) -> GitHandle {
        let base = environment.directory
        if environment["GIT_COMMON_DIR"] != nil { throw .unsupported(reason: "`GIT_COMMON_DIR`") }
        let given = environment.path("GIT_DIR", from: base)
        var flags = environment.crossesFilesystems ? GIT_REPOSITORY_OPEN_CROSS_FS.rawValue : 0
        if given != nil {
            flags |= GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
        }
        return try GitHandle("git_repository_open_ext", freedBy: git_repository_free) { handle in
            git_repository_open_ext(
                &handle, given ?? base, flags, environment["GIT_CEILING_DIRECTORIES"])
        }
    }

    /// libgit2 1.5 does not read the settings that belong to one work tree.
    private static func refuseWorktreeSettings(
        of repository: borrowing GitHandle
    ) throws(GitError) {
        let file = "\(String(cString: git_repository_path(repository.pointer)))config.worktree"
        if access(file, F_OK) == 0 { throw .unsupported(reason: "it has a `config.worktree`") }
    }

    /// Where `GIT_DIR` is given, the work tree is `GIT_WORK_TREE`, `core.worktree` or the directory
    /// Git was started in; libgit2 would take the parent of the Git directory.
    private static func chooseWorktree(
        of repository: borrowing GitHandle, _ environment: GitEnvironment
    ) throws(GitError) {
        let pointer = repository.pointer
        var worktree = environment.path("GIT_WORK_TREE", from: environment.directory)
        if worktree == nil, environment["GIT_DIR"] != nil, git_repository_is_bare(pointer) == 0,
            try string("core.worktree", in: repository) == nil
        {
            worktree = environment.directory
        }
        guard let worktree else { return }
        try check(git_repository_set_workdir(pointer, worktree, 0), "git_repository_set_workdir")
    }

    private static func layout(
        of repository: borrowing GitHandle, _ environment: GitEnvironment
    ) -> RepositoryLayout {
        func directory(_ path: UnsafePointer<CChar>?) -> String? {
            path.map { String(cString: $0) }.map { $0.count > 1 ? String($0.dropLast()) : $0 }
        }
        let pointer = repository.pointer
        let gitDirectory = directory(git_repository_path(pointer)) ?? ""
        let commonDirectory = directory(git_repository_commondir(pointer)) ?? gitDirectory
        let worktree = directory(git_repository_workdir(pointer))
        // Git has moved to the top of the work tree when it reads these.
        let base = worktree ?? environment.directory
        return RepositoryLayout(
            gitDirectory: gitDirectory, commonDirectory: commonDirectory, worktree: worktree,
            indexFile: environment.path("GIT_INDEX_FILE", from: base) ?? gitDirectory + "/index",
            objectDirectories: [
                environment.path("GIT_OBJECT_DIRECTORY", from: base) ?? commonDirectory + "/objects"
            ] + environment.alternateObjectDirectories(from: base))
    }

    static func string(
        _ name: String, in repository: borrowing GitHandle
    ) throws(GitError) -> String? {
        let configuration = try GitHandle("git_repository_config", freedBy: git_config_free) {
            git_repository_config_snapshot(&$0, repository.pointer)
        }
        var value: UnsafePointer<CChar>?
        let code = git_config_get_string(&value, configuration.pointer, name)
        if code == GIT_ENOTFOUND.rawValue { return nil }
        try check(code, "git_config_get_string")
        return value.map { String(cString: $0) }
    }
}

/// Opens the object database whose first directory is the repository's and whose others are
/// alternates.
func openObjects(at directories: [String]) throws(GitError) -> GitHandle {
    let objects = try GitHandle("git_odb_open", freedBy: git_odb_free) {
        git_odb_open(&$0, directories[0])
    }
    for directory in directories.dropFirst() {
        try check(
            git_odb_add_disk_alternate(objects.pointer, directory), "git_odb_add_disk_alternate")
    }
    return objects
}

extension LibraryAccess: RepositoryAccess {
    func setting(_ name: String) throws(GitError) -> String? {
        if environment.changesSettings, let program {
            return try ProgramAccess(layout: layout, program: program).setting(name)
        }
        return try Self.string(name, in: repository)
    }

    var openBlobs: @Sendable () throws(GitError) -> any SnapshotReader {
        let directories = layout.objectDirectories
        return { () throws(GitError) in try BlobReader(objectDirectories: directories) }
    }
}

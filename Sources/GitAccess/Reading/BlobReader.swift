import Clibgit2
import SourceText

/// Reads recorded files from the object database, by their ids.
final class BlobReader: SnapshotReader {
    private let objects: GitHandle

    init(objectDirectories: [String]) throws(GitError) {
        objects = try openObjects(at: objectDirectories)
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        guard entry.mode != .submodule, let id = entry.blobID else { throw .submodule }
        var oid = git_oid()
        try succeed(git_oid_fromstr(&oid, id), "git_oid_fromstr", id)
        var size = 0
        var kind = GIT_OBJECT_INVALID
        try succeed(
            git_odb_read_header(&size, &kind, objects.pointer, &oid), "git_odb_read_header", id)
        guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
        var object: OpaquePointer?
        try succeed(git_odb_read(&object, objects.pointer, &oid), "git_odb_read", id)
        defer { git_odb_object_free(object) }
        return Array(
            UnsafeRawBufferPointer(
                start: git_odb_object_data(object), count: git_odb_object_size(object)))
    }

    private func succeed(
        _ code: Int32, _ call: StaticString, _ id: String
    ) throws(SnapshotReadError) {
        do {
            try check(code, call)
        } catch .libgit2(let failure) where failure.isNotFound {
            throw .missingBlob(id: id)
        } catch {
            throw .unreadable(reason: error.description)
        }
    }
}

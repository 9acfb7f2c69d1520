import GitAccess
import SourceText
import TestSupport

extension GitFixture {
    /// The repository as a program sees it that is started in one of its directories.
    func workspace(
        in folder: String = "", _ variables: [String: String] = [:]
    ) throws -> GitWorkspace {
        let scrubbed = ["PATH": environment["PATH"], "HOME": home.path].compactMapValues { $0 }
        return try GitWorkspace(
            environment: GitEnvironment(
                variables: scrubbed.merging(variables) { $1 },
                directory: folder.isEmpty ? path : "\(path)/\(folder)"))
    }

    func contents(of place: GitWorkspace.Place) throws -> [String] {
        try workspace().contents(of: place)
    }
}

extension GitWorkspace {
    /// The change that a commit of the index would make.
    func stagedChange(in index: Snapshot) throws -> SnapshotChange {
        SnapshotChange(from: try stagedBase()?.entries ?? [], to: index.entries)
    }

    /// One line for each file: its path, and its text or the reason why it cannot be read.
    func contents(of place: Place, limit: Int = 1_000_000) throws -> [String] {
        let snapshot = try snapshot(of: place)
        let reader = try snapshot.makeReader()
        return snapshot.entries.map { entry in
            let mark =
                switch entry.mode {
                case .file: ""
                case .executable: "*"
                case .symbolicLink: "@"
                case .submodule: "/"
                }
            if entry.mode == .submodule { return entry.path + mark }
            do throws(SnapshotReadError) {
                let bytes = try reader.bytes(of: entry, limit: limit)
                return "\(entry.path)\(mark): \(String(decoding: bytes, as: UTF8.self))"
            } catch {
                return "\(entry.path)\(mark): \(error)"
            }
        }
    }
}

internal import FoundationEssentials
internal import GRDB
internal import Logging

/// The file that the state is in: one connection, which no other process has meanwhile.
struct StateDatabase: Sendable {
    private let queue: DatabaseQueue

    static let fileName = "state.sqlite"

    /// Seconds that a process which is about to end is waited for.
    private static let patience = 5.0

    static func opened(
        in directory: String, _ limits: StateLimits, at time: Timestamp, logger: Logger
    ) throws(StateError) -> (database: StateDatabase, contents: StateContents) {
        let path = "\(directory)/\(fileName)"
        do {
            try FileManager.default.prepare(path, in: directory)
            do {
                return try opened(path, limits)
            } catch  where isOfContent(error) {
                let place = try FileManager.default.setAside(path, at: time)
                logger.warning(
                    """
                    `\(path)` is damaged or not of sluice; it is now `\(place)`, and all that it \
                    held is found again
                    """)
                try FileManager.default.prepare(path, in: directory)
                return try opened(path, limits)
            }
        } catch let error as StateError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw .inUse(path: path)
        } catch {
            throw .unusable(path: path, reason: StateError.words(for: error))
        }
    }

    /// Whether an error is about what the file holds, which another file need not share.
    private static func isOfContent(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else {
            // A value that cannot be decoded.
            return !(error is StateError)
        }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_IOERR,
            .SQLITE_PERM, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_LOCKED:
            false
        default: true
        }
    }

    private static func opened(
        _ path: String, _ limits: StateLimits
    ) throws -> (database: StateDatabase, contents: StateContents) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { db in
            // Exclusive before WAL: the lock is then held, and no memory is shared with others.
            try db.set("locking_mode = EXCLUSIVE")
            try db.checkOwner()
            for pragma in [
                "journal_mode = WAL", "synchronous = NORMAL", "journal_size_limit = 16777216",
                "cell_size_check = ON", "trusted_schema = OFF",
            ] {
                try db.set(pragma)
            }
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            if try StateSchema.migrator.hasBeenSuperseded(db) { throw StateError.newer(path: path) }
        }
        try StateSchema.migrator.migrate(queue)
        let contents = try queue.write { db in try db.contents(limits) }
        return (StateDatabase(queue: queue), contents)
    }

    /// Writes changes in one transaction, on a thread that may wait.
    func write(
        _ changes: StateChanges, of contents: StateContents, _ limits: StateLimits
    ) async throws {
        try await queue.write { db in try db.apply(changes, of: contents, limits) }
    }

    func close() throws { try queue.close() }
}

extension Database {
    fileprivate func set(_ pragma: String) throws {
        // Some of them answer.
        _ = try Row.fetchAll(self, sql: "PRAGMA \(pragma)")
    }

    /// Nothing is written to a file of another program.
    fileprivate func checkOwner() throws {
        let owner = try Int.fetchOne(self, sql: "PRAGMA application_id")
        let tableCount = try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_schema")
        guard owner == StateSchema.applicationID || tableCount == 0 else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB)
        }
    }
}

extension FileManager {
    /// Makes directory and file, which only this user can read.
    fileprivate func prepare(_ path: String, in directory: String) throws {
        if !fileExists(atPath: directory) {
            try createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        guard !fileExists(atPath: path) else { return }
        _ = createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }

    /// Returns where the file is then; one that was set aside before is gone.
    fileprivate func setAside(_ path: String, at time: Timestamp) throws -> String {
        let place = path + ".damaged"
        for suffix in ["", "-wal", "-shm"] where fileExists(atPath: path + suffix) {
            if fileExists(atPath: place + suffix) { try removeItem(atPath: place + suffix) }
            try moveItem(atPath: path + suffix, toPath: place + suffix)
        }
        return place
    }
}

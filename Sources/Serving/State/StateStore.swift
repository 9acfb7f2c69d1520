internal import GRDB
package import Logging

/// The memory of the service, which a database keeps if it has a directory.
///
/// Everything is answered from memory, at once. The database follows within a second, many changes
/// in one transaction: what a killed process did not write is found again. A database that can no
/// longer be written is told of once, and tried again from time to time.
package actor StateStore: StateStoring {
    let limits: StateLimits
    /// Nil without a directory, and after the end.
    private var database: StateDatabase?
    private let logger: Logger
    var contents = StateContents()
    private var changes = StateChanges()
    private var isFailing = false
    private var writing: Task<Void, Never>?

    /// A memory that ends with the process.
    package init(_ limits: StateLimits = StateLimits()) {
        self.limits = limits
        database = nil
        logger = Logger(label: "state") { _ in SwiftLogNoOpLogHandler() }
    }

    /// The memory that a directory keeps, in `state.sqlite`.
    ///
    /// A file that cannot be read is set aside, and one that cannot be written done without, each
    /// with a warning.
    ///
    /// - Throws: `StateError` where another process uses the directory, or a newer version has.
    package init(
        directory: String, _ limits: StateLimits = StateLimits(), at time: Timestamp,
        logger: Logger
    ) throws(StateError) {
        self.limits = limits
        self.logger = logger
        do throws(StateError) {
            let opened = try StateDatabase.opened(
                in: directory, limits, at: time, logger: logger)
            database = opened.database
            contents = opened.contents
        } catch {
            guard case .unusable = error else { throw error }
            logger.warning("\(error.words); the state is kept in memory alone")
            database = nil
        }
    }

    // MARK: Writing

    /// While the database cannot be written, it is tried less often.
    private var pause: Duration { isFailing ? .seconds(60) : .milliseconds(500) }

    /// Notes changes, which are written soon.
    func note(_ change: (inout StateChanges) -> Void) {
        guard database != nil else { return }
        change(&changes)
        guard writing == nil else { return }
        writing = Task {
            try? await Task.sleep(for: pause)
            writing = nil
            await write()
        }
    }

    /// Writes what is not written yet.
    package func write() async {
        guard let database, !changes.isEmpty else { return }
        let current = changes
        changes = StateChanges()
        do {
            try await database.write(current, of: contents, limits)
            if isFailing { logger.notice("the state is written again") }
            isFailing = false
        } catch {
            // Later changes come after these.
            let later = changes
            changes = current
            note { $0.add(later) }
            guard !isFailing else { return }
            isFailing = true
            logger.warning(
                """
                the state cannot be written: \(StateError.words(for: error)); it is kept in memory \
                until that is possible again
                """)
        }
    }

    package func close() async {
        writing?.cancel()
        await write()
        // Nothing depends on it any more, and the next start reads whatever was written.
        try? database?.close()
        database = nil
    }

    package func removeExpired(at time: Timestamp) {
        let removed = contents.removeExpired(at: time, limits)
        note { $0.add(removed) }
    }
}

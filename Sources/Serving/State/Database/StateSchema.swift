internal import GRDB

/// The tables of the state.
enum StateSchema {
    /// "sluc", in the header of the file.
    static let applicationID = 0x736c_7563

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1", foreignKeyChecks: .immediate) { db in
            try createTables(in: db)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("2", foreignKeyChecks: .immediate) { db in
            try db.alter(table: ScanRow.databaseTableName) { table in
                table.add(column: "formerTags", .blob)
                table.add(column: "lossTime", .integer)
            }
        }
        return migrator
    }

    private static func createTables(in db: Database) throws {
        // With row ids: without them, SQLite puts all but small rows on pages of their own.
        try db.create(table: ScanRow.databaseTableName) { table in
            table.primaryKey { table.texts("name", "login") }
            table.column("time", .integer)
            table.column("tags", .blob).notNull()
            table.column("digests", .text).notNull()
            table.column("buildTimes", .text).notNull()
            table.column("failureTime", .integer)
            table.column("failureSince", .integer)
            table.column("failureReason", .text)
        }
        try db.create(table: SelectionRow.databaseTableName, options: .withoutRowID) { table in
            table.objectKey()
            table.column("tag", .text).notNull()
            table.column("digest", .text)
            table.column("since", .integer).notNull()
            table.column("noted", .integer).notNull()
        }
        try db.create(table: PushRow.databaseTableName, options: .withoutRowID) { table in
            table.objectKey()
            table.runColumns()
        }
        try db.create(table: RunRow.databaseTableName) { table in
            table.autoIncrementedPrimaryKey("id")
            table.texts("repository", "name")
            table.runColumns()
        }
        try db.create(table: CallRow.databaseTableName) { table in
            table.autoIncrementedPrimaryKey("id")
            table.texts("repository", "name")
            table.column("time", .integer).notNull()
            table.column("status", .integer).notNull()
        }
        try db.create(table: ReceiverRow.databaseTableName, options: .withoutRowID) { table in
            table.objectKey()
            table.column("callCount", .integer).notNull()
        }
        try db.create(table: LoginRow.databaseTableName, options: .withoutRowID) { table in
            table.primaryKey("host", .text)
            table.column("expiry", .integer).notNull()
        }
        try db.create(table: DeliveryRow.databaseTableName) { table in
            table.autoIncrementedPrimaryKey("id")
            table.texts("repository", "name", "delivery")
            table.column("time", .integer).notNull()
        }
    }
}

extension TableDefinition {
    fileprivate func objectKey() {
        primaryKey { texts("repository", "name") }
    }

    fileprivate func texts(_ names: String...) {
        for name in names { column(name, .text).notNull() }
    }

    fileprivate func runColumns() {
        column("start", .integer).notNull()
        column("duration", .double).notNull()
        column("outcome", .text).notNull()
        for name in ["commit", "branch", "text", "pullRequest"] { column(name, .text) }
        column("refusals", .text).notNull()
    }
}

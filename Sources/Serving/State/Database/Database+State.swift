internal import GRDB

extension Database {
    /// Everything that is within the limits.
    func contents(_ limits: StateLimits) throws -> StateContents {
        try trimCounts(limits)
        var contents = StateContents()
        for row in try ScanRow.fetchAll(self) { contents.scans[row.image] = row.scan }
        for row in try SelectionRow.fetchAll(self) {
            contents.selections[ObjectKey(repository: row.repository, name: row.name)] =
                row.selection
        }
        for row in try RunRow.order(sql: "id").fetchAll(self) {
            guard let run = row.columns.run else { continue }
            contents.runs[run.automation, default: []].append(run)
        }
        for row in try PushRow.fetchAll(self) {
            guard let run = row.columns.run else { continue }
            contents.pushes[run.automation] = run
        }
        for row in try CallRow.order(sql: "id").fetchAll(self) {
            contents.calls[row.call.receiver, default: []].append(row.call)
        }
        for row in try ReceiverRow.fetchAll(self) {
            contents.callCounts[ObjectKey(repository: row.repository, name: row.name)] =
                row.callCount
        }
        for row in try LoginRow.fetchAll(self) {
            contents.expiries[row.host] = Timestamp(row.expiry)
        }
        for row in try DeliveryRow.order(sql: "id").fetchAll(self) {
            let receiver = ObjectKey(repository: row.repository, name: row.name)
            _ = contents.deliveries.insert(
                DeliveryMemory.Delivery(receiver: receiver, id: row.delivery),
                at: Timestamp(row.time), limits)
        }
        return contents
    }

    /// Writes the values of the keys that changed, and adds what only grows.
    func apply(
        _ changes: StateChanges, of contents: StateContents, _ limits: StateLimits
    ) throws {
        try applyScans(changes, of: contents)
        for key in changes.selections {
            try put(contents.selections[key].map { SelectionRow(key, $0) }, at: key)
        }
        for key in changes.automations {
            try put(contents.pushes[key].map { PushRow($0) }, at: key)
        }
        for key in changes.receivers {
            let row = contents.callCounts[key].map {
                ReceiverRow(repository: key.repository, name: key.name, callCount: $0)
            }
            try put(row, at: key)
        }
        for host in changes.hosts {
            if let expiry = contents.expiries[host] {
                try LoginRow(host: host, expiry: expiry.millisecondsSince1970).insert(self)
            } else {
                try LoginRow.deleteOne(self, key: host)
            }
        }
        for run in changes.runs { try RunRow(run).insert(self) }
        for call in changes.calls { try CallRow(call).insert(self) }
        for (delivery, time) in changes.deliveries {
            try DeliveryRow(
                repository: delivery.receiver.repository, name: delivery.receiver.name,
                delivery: delivery.id, time: time.millisecondsSince1970
            ).insert(self)
        }
        if let time = changes.trimTime { try trim(at: time, limits) }
    }

    private func applyScans(_ changes: StateChanges, of contents: StateContents) throws {
        for image in changes.listings {
            if let scan = contents.scans[image] {
                try ScanRow(image, scan).insert(self)
            } else {
                try ScanRow.deleteOne(self, key: ["name": image.name, "login": image.login])
            }
        }
        for image in changes.scans.subtracting(changes.listings) {
            guard let scan = contents.scans[image] else { continue }
            let row = ScanRow(image, scan)
            do {
                try row.update(self, columns: ScanRow.timeColumns)
            } catch is RecordError {
                try row.insert(self)
            }
        }
    }

    private func put<Row: StateRow>(_ row: Row?, at key: ObjectKey) throws {
        if let row {
            try row.insert(self)
        } else {
            try Row.deleteOne(self, key: ["repository": key.repository, "name": key.name])
        }
    }

    // MARK: Bounds

    private func trim(at time: Timestamp, _ limits: StateLimits) throws {
        for (table, column, age) in [
            (RunRow.databaseTableName, "start", limits.runAge),
            (CallRow.databaseTableName, "time", limits.callAge),
            (DeliveryRow.databaseTableName, "time", limits.deliveryAge),
        ] {
            try execute(
                sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE \(column) < ?",
                arguments: [(time + -age).millisecondsSince1970])
        }
        try trimCounts(limits)
    }

    private func trimCounts(_ limits: StateLimits) throws {
        for (table, limit) in [
            (RunRow.databaseTableName, limits.runCount),
            (CallRow.databaseTableName, limits.callCount),
        ] {
            try execute(
                sql: """
                    DELETE FROM \(table.quotedDatabaseIdentifier) WHERE id IN (
                        SELECT id FROM (
                            SELECT id, row_number() OVER (
                                PARTITION BY repository, name ORDER BY id DESC) AS number
                            FROM \(table.quotedDatabaseIdentifier))
                        WHERE number > ?)
                    """,
                arguments: [limit])
        }
        try execute(
            sql: """
                DELETE FROM delivery
                WHERE id <= (SELECT max(id) FROM delivery) - ?
                """,
            arguments: [limits.deliveryCount])
    }
}

internal import FoundationEssentials
internal import GRDB

/// A row of the database; its properties are the columns.
protocol StateRow: Codable, FetchableRecord, PersistableRecord, Sendable {}

extension StateRow {
    static var persistenceConflictPolicy: PersistenceConflictPolicy {
        PersistenceConflictPolicy(insert: .replace, update: .replace)
    }
}

struct ScanRow: StateRow {
    static let databaseTableName = "scan"

    let name: String
    let login: String
    let time: Int64?
    let tags: Data
    let digests: [String: String]
    let buildTimes: [String: String]
    let failureTime: Int64?
    let failureSince: Int64?
    let failureReason: String?
    let formerTags: Data?
    let lossTime: Int64?

    init(_ image: ImageKey, _ scan: PackedScan) {
        (name, login) = (image.name, image.login)
        time = scan.lastSuccess?.millisecondsSince1970
        tags = Data(scan.tags.bytes)
        (digests, buildTimes) = (scan.digests, scan.buildTimes)
        failureTime = scan.failure?.time.millisecondsSince1970
        failureSince = scan.failure?.since.millisecondsSince1970
        failureReason = scan.failure?.reason
        formerTags = (scan.loss?.tags.bytes).map { Data($0) }
        lossTime = scan.loss?.time.millisecondsSince1970
    }

    /// The columns that a scan with the same tags changes.
    static let timeColumns = ["time", "failureTime", "failureSince", "failureReason"]

    var image: ImageKey { ImageKey(name: name, login: login) }

    /// Nil where the tags are not such.
    var scan: PackedScan? {
        guard let tags = PackedTags(bytes: Array(tags)) else { return nil }
        var scan = PackedScan(
            lastSuccess: time.map { Timestamp($0) }, tags: tags, digests: digests,
            buildTimes: buildTimes)
        if let failureTime, let failureReason {
            scan.failure = ScanFailureRecord(
                time: Timestamp(failureTime), since: failureSince.map { Timestamp($0) },
                reason: failureReason)
        }
        if let lossTime, let formerTags, let tags = PackedTags(bytes: Array(formerTags)) {
            scan.loss = TagsBeforeLoss(tags: tags, time: Timestamp(lossTime))
        }
        return scan
    }
}

struct SelectionRow: StateRow {
    static let databaseTableName = "selection"

    let repository: String
    let name: String
    let tag: String
    let digest: String?
    let since: Int64
    let noted: Int64

    init(_ policy: ObjectKey, _ selection: NotedSelection) {
        (repository, name) = (policy.repository, policy.name)
        (tag, digest) = (selection.record.tag, selection.record.digest)
        since = selection.record.since.millisecondsSince1970
        noted = selection.noted.millisecondsSince1970
    }

    var selection: NotedSelection {
        NotedSelection(
            record: SelectionRecord(tag: tag, digest: digest, since: Timestamp(since)),
            noted: Timestamp(noted))
    }
}

struct CallRow: StateRow {
    static let databaseTableName = "call"

    let repository: String
    let name: String
    let time: Int64
    let status: Int

    init(_ call: CallRecord) {
        (repository, name) = (call.receiver.repository, call.receiver.name)
        (time, status) = (call.time.millisecondsSince1970, call.status)
    }

    var call: CallRecord {
        CallRecord(
            receiver: ObjectKey(repository: repository, name: name), time: Timestamp(time),
            status: status)
    }
}

struct ReceiverRow: StateRow {
    static let databaseTableName = "receiver"

    let repository: String
    let name: String
    let callCount: Int
}

struct LoginRow: StateRow {
    static let databaseTableName = "login"

    let host: String
    let expiry: Int64
}

struct DeliveryRow: StateRow {
    static let databaseTableName = "delivery"

    let repository: String
    let name: String
    let delivery: String
    let time: Int64
}

extension Timestamp {
    init(_ milliseconds: Int64) { self.init(millisecondsSince1970: milliseconds) }
}

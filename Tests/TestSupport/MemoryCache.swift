package import SourceText
import Synchronization

/// A cache in memory that counts what it is asked for.
package final class MemoryCache: CacheStorage {
    private struct State {
        var entries: [String: [UInt8]] = [:]
        var hitCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func bytes(of name: String) -> [UInt8]? {
        state.withLock { state in
            guard let bytes = state.entries[name] else { return nil }
            state.hitCount += 1
            return bytes
        }
    }

    package func keep(_ bytes: [UInt8], as name: String) {
        state.withLock { $0.entries[name] = bytes }
    }

    /// How often something was found.
    package var hitCount: Int { state.withLock { $0.hitCount } }

    package var entries: [String: [UInt8]] { state.withLock { $0.entries } }
}

/// Records in memory, which other checks find at once, and how many were found.
package final class MemoryRecords: BlobRecords {
    private struct State {
        var records: [String: CacheRecord] = [:]
        var hitCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func record(ofBlob id: String) -> CacheRecord? {
        state.withLock { state in
            guard let record = state.records[id] else { return nil }
            state.hitCount += 1
            return record
        }
    }

    package func keep(_ record: CacheRecord, ofBlob id: String) {
        state.withLock { $0.records[id] = record }
    }

    package func finish() {}

    /// How often something was found.
    package var hitCount: Int { state.withLock { $0.hitCount } }

    package var count: Int { state.withLock { $0.records.count } }
}

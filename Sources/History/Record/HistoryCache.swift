package import CheckPipeline
import Crypto
import FoundationEssentials  // JSON
import SourceText

/// The histories of earlier runs, by what they depend on besides the commits.
package struct HistoryCache: Sendable {
    private let entries: SealedCache

    package init(_ entries: SealedCache) {
        self.entries = entries
    }

    /// The configuration that a history was read with.
    struct Key {
        let name: String

        init(of snapshot: Snapshot) {
            let files = snapshot.entries.filter { ConfigurationFile.names.contains($0.path) }
            let parts = ["history"] + files.flatMap { [$0.path, $0.blobID ?? ""] }
            name = SHA256.hash(data: Array(parts.joined(separator: "\n").utf8))
                .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        }
    }

    func record(for key: Key) -> HistoryRecord? {
        entries.bytes(of: key.name).flatMap {
            try? JSONDecoder().decode(HistoryRecord.self, from: $0)
        }
    }

    func keep(_ record: HistoryRecord, for key: Key) {
        guard let data = try? JSONEncoder().encode(record) else { return }
        entries.keep(data, as: key.name)
    }
}

import Crypto
import FoundationEssentials  // JSON
package import SourceText
import Triage

/// The reports of earlier checks, each found by what it depends on.
///
/// An entry that is damaged, or was written by another build of the program, is not used.
package struct ReportCache: Sendable {
    private let storage: any CacheStorage
    /// Differs between two builds of the program.
    let program: String

    package init(_ storage: any CacheStorage, program: String) {
        self.storage = storage
        self.program = program
    }

    func report(for key: ReportKey) -> CheckReport? {
        guard let entry = storage.bytes(of: key.name), entry.count >= SHA256.byteCount else {
            return nil
        }
        let (digest, content) = (entry.prefix(SHA256.byteCount), entry[SHA256.byteCount...])
        guard digest.elementsEqual(Self.digest(of: content, for: key)) else { return nil }
        return try? JSONDecoder().decode(CheckReport.self, from: Data(content))
    }

    func keep(_ report: CheckReport, for key: ReportKey) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys  // equal entries for equal reports
        guard let data = try? encoder.encode(report) else { return }
        storage.keep(Array(Self.digest(of: data, for: key)) + data, as: key.name)
    }

    /// The key is part of it, so that an entry under another name is not used.
    private static func digest(of content: some DataProtocol, for key: ReportKey) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: Array(key.name.utf8))
        hash.update(data: content)
        return hash.finalize()
    }
}

import FoundationEssentials  // JSON
import Triage

/// The reports of earlier checks, each found by what it depends on.
package struct ReportCache: Sendable {
    private let entries: SealedCache

    package init(_ entries: SealedCache) {
        self.entries = entries
    }

    var program: String { entries.program }

    func report(for key: ReportKey) -> CheckReport? {
        entries.bytes(of: key.name).flatMap {
            try? JSONDecoder().decode(CheckReport.self, from: $0)
        }
    }

    func keep(_ report: CheckReport, for key: ReportKey) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys  // equal entries for equal reports
        guard let data = try? encoder.encode(report) else { return }
        entries.keep(data, as: key.name)
    }
}

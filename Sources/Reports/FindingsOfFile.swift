import Rules
import SourceText
import Triage

/// The findings in one file, for formats that list by file.
struct FindingsOfFile {
    let path: String
    private(set) var findings: [ReportedFinding]

    /// Groups findings that are in report order.
    static func grouping(_ findings: [ReportedFinding]) -> [FindingsOfFile] {
        var files: [FindingsOfFile] = []
        for reported in findings {
            let path = reported.finding.location.path
            // By bytes, because strings of different bytes can be equal.
            if let last = files.last, last.path.hasSameBytes(as: path) {
                files[files.count - 1].findings.append(reported)
            } else {
                files.append(FindingsOfFile(path: path, findings: [reported]))
            }
        }
        return files
    }
}

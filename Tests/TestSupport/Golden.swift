package import Foundation

/// A file with the expected lines of a test, which the test itself can write.
package struct Golden: Sendable {
    package let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// Whether `RECORD=1` asks for new contents; the test has to fail then, so that a run that
    /// records is not mistaken for one that compares.
    package static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

    /// The lines that are expected; nil where the file is absent.
    package var lines: [String]? {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }

    /// Writes the lines; no lines, no file.
    package func record(_ lines: [String]) throws {
        if lines.isEmpty {
            try? FileManager.default.removeItem(at: url)
        } else {
            let text = lines.map { $0 + "\n" }.joined()
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
    }
}

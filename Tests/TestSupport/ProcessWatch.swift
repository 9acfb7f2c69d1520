internal import Foundation
internal import Synchronization

/// The command lines, which every user of a machine can read, of all processes whose `HOME` is a
/// test's own.
///
/// It reads the list of processes again and again, so a process that runs only for a moment may be
/// missed.
package final class ProcessWatch: Sendable {
    package static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/cmdline")

    private let seen = Mutex<Set<String>>([])
    private let isOver = Mutex(false)

    /// Watches while `body` runs, and gives the arguments of each process, separated by blanks.
    package static func commandLines(
        ofHome home: String, while body: () async throws -> Void
    ) async throws -> Set<String> {
        let watch = ProcessWatch()
        let thread = Thread { watch.run(Array("HOME=\(home)".utf8)) }
        thread.start()
        defer { watch.isOver.withLock { $0 = true } }
        try await body()
        return watch.seen.withLock { $0 }
    }

    private func run(_ home: [UInt8]) {
        while !isOver.withLock({ $0 }) {
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            for process in processes where process.first?.isNumber == true {
                // Processes of other users cannot be read, and those of the test may have ended.
                guard let variables = Self.list("/proc/\(process)/environ"),
                    variables.contains(home[...]),
                    let arguments = Self.list("/proc/\(process)/cmdline")
                else { continue }
                let line = arguments.map { String(decoding: $0, as: UTF8.self) }
                    .joined(separator: " ")
                seen.withLock { _ = $0.insert(line) }
            }
            usleep(500)
        }
    }

    /// The arguments or variables of a process, each ended by a NUL byte.
    private static func list(_ path: String) -> [ArraySlice<UInt8>]? {
        (try? Data(contentsOf: URL(filePath: path))).map { Array($0).split(separator: 0) }
    }
}

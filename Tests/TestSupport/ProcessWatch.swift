internal import Foundation
internal import Synchronization

/// The command lines that everybody on a machine can read while something runs: of all processes
/// whose `HOME` is a test's own.
///
/// It looks again and again, so that one that lives for a moment alone may be missed.
package final class ProcessWatch: Sendable {
    package static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/cmdline")

    private let seen = Mutex<Set<String>>([])
    private let isOver = Mutex(false)

    /// Watches while `body` runs, and gives the arguments of each process, parted by blanks.
    package static func commandLines(
        ofHome home: String, while body: () throws -> Void
    ) throws -> Set<String> {
        let watch = ProcessWatch()
        let thread = Thread { watch.run(Array("HOME=\(home)".utf8)) }
        thread.start()
        defer { watch.isOver.withLock { $0 = true } }
        try body()
        return watch.seen.withLock { $0 }
    }

    private func run(_ home: [UInt8]) {
        while !isOver.withLock({ $0 }) {
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            for process in processes where process.first?.isNumber == true {
                // Processes of others cannot be read, and those of ours end meanwhile.
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

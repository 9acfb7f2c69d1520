import Foundation
import Logging
import Serving

/// Records runs and tags without end, or until it is killed, which tests do.
///
/// Usage: `state-probe DIRECTORY`; prints the number of each run that is written, or why none is.
@main struct StateProbe {
    static func main() async throws {
        let directory = CommandLine.arguments[1]
        let store: StateStore
        do {
            store = try StateStore(
                directory: directory, at: Timestamp(millisecondsSince1970: 0),
                logger: Logger(label: "probe"))
        } catch {
            return show("\(error)")
        }
        let automation = ObjectKey(repository: "r", name: "flux-system/apps")
        var number = await store.runs(of: automation, limit: 1).first.map(\.number) ?? 0
        while true {
            number += 1
            await store.record(
                RunRecord(
                    automation: automation,
                    start: Timestamp(millisecondsSince1970: Int64(number)), duration: 1,
                    outcome: .unchanged))
            await store.record(
                TagListing(
                    time: Timestamp(millisecondsSince1970: Int64(number)),
                    tags: (0..<100).map { "\(number).\($0)" }),
                of: ImageKey(name: "docker.io/library/nginx"))
            await store.write()
            show("\(number)")
        }
    }

    private static func show(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

extension RunRecord {
    fileprivate var number: Int { Int(start.millisecondsSince1970) }
}

import CLibrary
import SourceText

/// Reads recorded files through one `git cat-file --batch`, which stays for the next request.
final class BatchReader: SnapshotReader {
    private enum Answer {
        case content([UInt8])
        case tooLarge(size: Int)
        case missing
    }

    private let program: GitProgram
    private var child: ChildProcess?
    /// The program's output that was not consumed yet.
    private var received: [UInt8] = []

    init(program: GitProgram) {
        self.program = program
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        guard entry.mode != .submodule, let id = entry.blobID else { throw .submodule }
        let answer: Answer
        do {
            answer = try self.answer(for: id, limit: limit)
        } catch {
            hangUp()
            throw .unreadable(reason: "`git cat-file`: \(error.reason)")
        }
        switch answer {
        case .content(let bytes): return bytes
        case .tooLarge(let size): throw .tooLarge(size: size, limit: limit)
        case .missing: throw .missingBlob(id: id)
        }
    }

    private func answer(for id: String, limit: Int) throws(SystemFailure) -> Answer {
        let child = try openChild()
        try child.send("\(id)\n".utf8)
        while !received.contains(UInt8(ascii: "\n")) {
            // A partial clone's program ends where it may not fetch.
            guard try child.receive(into: &received) else {
                hangUp()
                return .missing
            }
        }
        // `ID blob SIZE` and a line end before the content, `ID missing` without any
        let header = received.prefix { $0 != UInt8(ascii: "\n") }
        received.removeFirst(header.count + 1)
        let fields = header.split(separator: UInt8(ascii: " "))
        guard fields.count == 3, let size = Int(String(decoding: fields[2], as: UTF8.self)) else {
            return .missing
        }
        guard size <= limit else {
            // The content is under way: ending the program is cheaper than reading over it.
            hangUp()
            return .tooLarge(size: size)
        }
        return .content(try take(size, from: child))
    }

    private func openChild() throws(SystemFailure) -> ChildProcess {
        if let child { return child }
        let started = try program.start(["cat-file", "--batch"])
        child = started
        return started
    }

    /// Takes the content, and the line end after it.
    private func take(_ size: Int, from child: ChildProcess) throws(SystemFailure) -> [UInt8] {
        while received.count <= size {
            guard try child.receive(into: &received) else { throw SystemFailure(code: EPIPE) }
        }
        let content = Array(received.prefix(size))
        received.removeFirst(size + 1)
        return content
    }

    private func hangUp() {
        child = nil
        received = []
    }
}

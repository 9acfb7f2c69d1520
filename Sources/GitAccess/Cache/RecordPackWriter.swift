import CLibrary
import SourceText

/// Writes a pack beside its place, record by record, and gives it its name when it is whole.
final class RecordPackWriter {
    private static let bufferSize = 1 << 20

    private let directory: FileDescriptor
    private let file: FileDescriptor
    private let name: String
    private let draft: [CChar]
    private let program: UInt64
    private var buffer: [UInt8] = []
    private var written = 0
    private var entries: [PackLayout.Entry] = []
    private var known: Set<BlobKey> = []

    /// - Parameter name: That of the pack, which no other has.
    init(_ name: String, in directory: FileDescriptor, program: UInt64) throws(SystemFailure) {
        self.directory = directory
        self.name = name
        self.program = program
        draft = cString("\(name)\(CacheDirectory.draftEnding)".utf8)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        file = try FileDescriptor(owning: openat(directory.number, draft, flags, 0o600))
        buffer.reserveCapacity(Self.bufferSize)
        // The header is known at the end, and a pack without it is none.
        buffer += repeatElement(0, count: PackLayout.headerSize)
    }

    /// How large the pack is so far.
    var size: Int { written + buffer.count }

    /// Adds a record; the first one of a key counts.
    func add(_ record: CacheRecord, for key: BlobKey) throws(SystemFailure) {
        guard known.insert(key).inserted else { return }
        align()
        let start = buffer.count
        record.numbers.withUnsafeBytes { buffer.append(contentsOf: $0) }
        buffer += record.bytes
        let sum = buffer.withUnsafeBytes {
            PackLayout.checksum(UnsafeRawBufferPointer(rebasing: $0[start...]))
        }
        entries.append(
            PackLayout.Entry(
                key: key, start: UInt64(written + start), kind: record.kind,
                numberCount: UInt32(record.numbers.count), byteCount: UInt64(record.bytes.count),
                checksum: sum))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Adds the records of another pack.
    func add(_ pack: RecordPack) throws(SystemFailure) {
        for place in 0..<pack.count {
            var entry = pack.entry(place)
            guard let content = pack.content(of: entry), known.insert(entry.key).inserted else {
                continue
            }
            align()
            entry.start = UInt64(size)
            buffer.append(contentsOf: content)
            entries.append(entry)
            if buffer.count >= Self.bufferSize { try flush() }
        }
    }

    /// Writes the rest; other processes see the pack then.
    func finish() throws(SystemFailure) {
        align()
        entries.sort { $0.key < $1.key }
        let indexStart = size
        let checksum = entries.withUnsafeBytes { index in
            buffer.append(contentsOf: index)
            return PackLayout.checksum(index)
        }
        try flush()
        let header = PackLayout.Header(
            program: program, count: UInt64(entries.count), indexStart: UInt64(indexStart),
            indexChecksum: checksum)
        let count = withUnsafeBytes(of: header) { pwrite(file.number, $0.baseAddress, $0.count, 0) }
        guard count == PackLayout.headerSize,
            renameat(directory.number, draft, directory.number, cString(name.utf8)) == 0
        else { throw SystemFailure() }
    }

    /// Removes what was written.
    func abandon() { unlinkat(directory.number, draft, 0) }

    private func align() {
        while !buffer.count.isMultiple(of: 8) { buffer.append(0) }
    }

    private func flush() throws(SystemFailure) {
        try writeAll(buffer, to: file)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

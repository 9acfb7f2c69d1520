import CLibrary
import SourceText

/// The id of a Git blob as numbers, which compare faster than its text.
struct BlobKey: Hashable, Comparable, BitwiseCopyable {
    private var parts: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Nil unless the text is 40 or 64 hexadecimal digits.
    init?(hexadecimal text: String) {
        let digits = text.utf8
        guard digits.count == 40 || digits.count == 64 else { return nil }
        withUnsafeMutableBytes(of: &parts) { bytes in
            for (place, digit) in digits.enumerated() {
                let value = digit & 0xF + (digit >> 6) * 9
                bytes[place / 2] = bytes[place / 2] << 4 | value
            }
        }
        guard digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
    }

    static func == (left: BlobKey, right: BlobKey) -> Bool { left.parts == right.parts }

    static func < (left: BlobKey, right: BlobKey) -> Bool { left.parts < right.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts.0) }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}

/// The layout of a pack.
///
/// In the byte order of the machine:
///
/// ```
/// header   magic, program, number of records, start of the index, its checksum
/// records  numbers, bytes; each begins at a multiple of eight
/// index    an entry for each record, ascending by key
/// ```
///
/// `docs/performance.md` compares it with a database.
enum PackLayout {
    struct Header: BitwiseCopyable {
        /// Also tells the byte order and this layout.
        var magic: UInt64 = 0x0001_6B63_6150_6C53
        /// Differs between two builds of the program.
        var program: UInt64
        var count: UInt64
        var indexStart: UInt64
        var indexChecksum: UInt64
    }

    struct Entry: BitwiseCopyable {
        var key: BlobKey
        var start: UInt64
        var kind: UInt32
        var numberCount: UInt32
        var byteCount: UInt64
        var checksum: UInt64

        var size: Int { 4 * Int(numberCount) + Int(byteCount) }
    }

    static let headerSize = MemoryLayout<Header>.stride
    static let entrySize = MemoryLayout<Entry>.stride

    /// Tells damaged bytes from those that were written; no protection against intent.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (sum, start) = (UInt64(bytes.count), 0)
        func add(_ word: UInt64) {
            sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 32
        }
        while start + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            start += 8
        }
        for byte in bytes[start...] { add(UInt64(byte)) }
        return sum
    }
}

/// A file of records, mapped into memory; a record is copied when it is asked for.
///
/// Nobody changes a pack once it has its name, so that a process may read one that another
/// removes.
final class RecordPack: Sendable {
    private let address: UInt
    private let size: Int
    private let header: PackLayout.Header

    /// Nil for a file that is damaged, incomplete or another program's.
    init?(_ file: FileDescriptor, program: UInt64) {
        guard let size = RegularFile.size(of: file.number), size >= PackLayout.headerSize,
            let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0),
            start != MAP_FAILED
        else { return nil }
        address = UInt(bitPattern: start)
        self.size = size
        header = UnsafeRawPointer(start).loadUnaligned(as: PackLayout.Header.self)
        // From here on, `deinit` unmaps the file also where this fails.
        let expected = PackLayout.Header(
            program: program, count: header.count, indexStart: header.indexStart,
            indexChecksum: header.indexChecksum)
        guard header.magic == expected.magic, header.program == program,
            header.count <= UInt64(size / PackLayout.entrySize),
            header.indexStart == UInt64(size - Int(header.count) * PackLayout.entrySize),
            header.indexStart >= UInt64(PackLayout.headerSize),
            PackLayout.checksum(index) == header.indexChecksum
        else { return nil }
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), size) }

    private var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: size)
    }

    private var index: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[Int(header.indexStart)...])
    }

    var count: Int { Int(header.count) }

    func entry(_ place: Int) -> PackLayout.Entry {
        index.loadUnaligned(fromByteOffset: place * PackLayout.entrySize, as: PackLayout.Entry.self)
    }

    /// Cost: logarithmic in the number of records.
    func entry(for key: BlobKey) -> PackLayout.Entry? {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            let found = entry(middle)
            if found.key == key { return found }
            if found.key < key { lower = middle + 1 } else { upper = middle }
        }
        return nil
    }

    /// The bytes of a record; nil if they are not those that were written.
    func content(of entry: PackLayout.Entry) -> UnsafeRawBufferPointer? {
        let end = header.indexStart
        guard entry.start <= end, entry.byteCount <= UInt64(size),
            UInt64(entry.size) <= end - entry.start
        else { return nil }
        let content = UnsafeRawBufferPointer(
            rebasing: bytes[Int(entry.start)...].prefix(entry.size))
        return PackLayout.checksum(content) == entry.checksum ? content : nil
    }

    func record(for key: BlobKey) -> CacheRecord? {
        guard let entry = entry(for: key), let content = content(of: entry) else { return nil }
        let numberSize = 4 * Int(entry.numberCount)
        let numbers = [Int32](unsafeUninitializedCapacity: Int(entry.numberCount)) {
            UnsafeMutableRawBufferPointer($0).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: content.prefix(numberSize)))
            $1 = Int(entry.numberCount)
        }
        return CacheRecord(
            kind: entry.kind, numbers: numbers, bytes: Array(content.dropFirst(numberSize)))
    }
}

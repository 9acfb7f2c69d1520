import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

/// The parsed manifests that runs keep for each other, when packs are shared, damaged or cannot be
/// written.
@Suite struct RecordPackTests {
    private let fixture: GitFixture
    private let directory: CacheDirectory

    init() throws {
        fixture = try GitFixture()
        directory = try fixture.workspace().manifestCache
    }

    private func records(_ program: String = "1") throws -> RecordPacks {
        try fixture.workspace().records(program: program)
    }

    private func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "a", count: 30) + String(repeating: "0", count: 10 - digits.count)
            + digits
    }

    private func record(_ number: Int) -> CacheRecord {
        CacheRecord(
            kind: UInt32(number), numbers: (0..<Int32(number % 7)).map { $0 - 3 },
            bytes: Array("record \(number)".utf8))
    }

    private func write(_ numbers: Range<Int>, program: String = "1") throws {
        let run = try records(program)
        for number in numbers { run.keep(record(number), ofBlob: id(number)) }
        run.finish()
    }

    private func missing(_ numbers: Range<Int>, program: String = "1") throws -> [Int] {
        let run = try records(program)
        return numbers.filter { run.record(ofBlob: id($0)) != record($0) }
    }

    private var packs: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    @Test func `records are found by later runs of the same program`() throws {
        #expect(directory.path == "\(fixture.path)/.git/sluice/manifests")
        #expect(try records().record(ofBlob: id(1)) == nil)
        try write(0..<500)
        #expect(try missing(0..<500).isEmpty)
        #expect(try records().record(ofBlob: id(500)) == nil)
        #expect(try records("2").record(ofBlob: id(1)) == nil)
        #expect(try records().record(ofBlob: "no id") == nil)
        try write(0..<500, program: "2")
        #expect(try missing(0..<500).isEmpty)
        #expect(try missing(0..<500, program: "2").isEmpty)
        try directory.clear()
        #expect(packs.isEmpty)
    }

    @Test func `ids of 64 digits are told apart to the last`() throws {
        let run = try records()
        let (first, second) = (
            String(repeating: "b", count: 63) + "1", String(repeating: "b", count: 64)
        )
        run.keep(record(1), ofBlob: first)
        run.keep(record(2), ofBlob: second)
        run.finish()
        #expect(try records().record(ofBlob: first) == record(1))
        #expect(try records().record(ofBlob: second) == record(2))
    }

    @Test func `a run that keeps nothing leaves nothing`() throws {
        try records().finish()
        #expect(packs.isEmpty)
        let run = try records()
        run.keep(record(1), ofBlob: id(1))
        #expect(packs.count == 1)
        #expect(packs[0].hasSuffix(".draft"))
        #expect(try records().record(ofBlob: id(1)) == nil)
        run.finish()
        #expect(packs.count == 1)
        #expect(packs[0].hasSuffix(".pack"))
    }

    @Test func `many packs become few, and keep all records`() throws {
        for number in 0..<40 { try write(number * 10..<number * 10 + 15) }
        #expect(packs.count <= 4)
        #expect(try missing(0..<405).isEmpty)
    }

    @Test func `a pack that is damaged anywhere gives no wrong record`() throws {
        try write(0..<20)
        let path = "\(directory.path)/\(packs[0])"
        let whole = try Data(contentsOf: URL(filePath: path))
        var lost = 0
        for place in 0..<whole.count {
            var damaged = whole
            damaged[place] ^= 0x41
            try damaged.write(to: URL(filePath: path))
            let run = try records()
            for number in 0..<20 {
                let found = run.record(ofBlob: id(number))
                #expect(found == nil || found == record(number), "byte \(place)")
                lost += found == nil ? 1 : 0
            }
        }
        #expect(lost > whole.count)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: URL(filePath: path))
            #expect(try records().record(ofBlob: id(3)) == nil, "\(count) bytes")
        }
    }

    @Test func `packs of other users and links are not read`() throws {
        try write(0..<5)
        let files = FileManager.default
        let path = "\(directory.path)/\(packs[0])"
        try files.moveItem(atPath: path, toPath: "\(fixture.path)/elsewhere")
        try files.createSymbolicLink(atPath: path, withDestinationPath: "\(fixture.path)/elsewhere")
        #expect(try missing(0..<5) == Array(0..<5))
        if geteuid() == 0 {
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: "\(fixture.path)/elsewhere", toPath: path)
            #expect(try missing(0..<5).isEmpty)
            try fixture.run("chown", "1", path)
            #expect(try missing(0..<5) == Array(0..<5))
            try fixture.run("chown", "1", directory.path)
            try write(5..<6)
            #expect(try missing(5..<6) == [5])
        }
    }

    @Test func `nothing is kept where no directory can be made`() throws {
        try fixture.write(".git/sluice", "a file")
        try write(0..<5)
        #expect(try missing(0..<5) == Array(0..<5))
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `nothing is lost or left on a full or read-only disk`() throws {
        try write(0..<5)
        try directory.clear()
        let disk = try SmallDisk(at: directory.path, filler: "filler")
        try write(0..<5)
        try disk.fill()
        let run = try records()
        run.keep(
            CacheRecord(kind: 0, bytes: Array(repeating: 1, count: 3 << 20)), ofBlob: id(9))
        run.keep(record(8), ofBlob: id(8))
        run.finish()
        #expect(try missing(0..<5).isEmpty)
        #expect(try records().record(ofBlob: id(9)) == nil)
        #expect(packs.count == 2)
        try disk.free()
        try disk.remount("ro")
        try write(5..<6)
        #expect(try missing(0..<6) == [5])
    }

    @Test func `eight runs at once lose nothing`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask(executorPreference: OwnThreads.shared) {
                    do {
                        for round in 0..<6 {
                            let start = worker * 100 + round * 10
                            try write(start..<start + 10)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        for worker in 0..<8 {
            #expect(try missing(worker * 100..<worker * 100 + 60).isEmpty)
        }
    }
}

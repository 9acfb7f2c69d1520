import CLibrary
package import SourceText
import Synchronization

/// The records of all runs in a repository, in a few packs.
///
/// Each run that makes new records writes one more pack; when there are too many, the small ones
/// become one. As with `CacheDirectory`, they belong to one user, and where they cannot be
/// written, nothing is kept.
package final class RecordPacks: BlobRecords {
    private static let packLimit = 4
    /// How much a run may add, and how much all packs may be together; those not used for longest
    /// go first.
    private static let runLimit = 256 << 20
    private static let sizeLimit = 512 << 20

    private struct Draft {
        var writer: RecordPackWriter?
        /// Whether writing failed, or the run has added as much as it may.
        var isClosed = false
    }

    private let directory: CacheDirectory
    /// Differs between two builds of the program, which may understand records otherwise.
    private let program: UInt64
    private let packs: [RecordPack]
    private let draft = Mutex(Draft())

    init(_ directory: CacheDirectory, program: String) {
        self.directory = directory
        var program = program
        self.program = program.withUTF8 { PackLayout.checksum(UnsafeRawBufferPointer($0)) }
        packs = directory.openedPacks(of: self.program).map(\.pack)
    }

    package func record(ofBlob id: String) -> CacheRecord? {
        guard !packs.isEmpty, let key = BlobKey(hexadecimal: id) else { return nil }
        for pack in packs {
            if let record = pack.record(for: key) { return record }
        }
        return nil
    }

    package func keep(_ record: CacheRecord, ofBlob id: String) {
        guard let key = BlobKey(hexadecimal: id) else { return }
        draft.withLock { draft in
            if draft.isClosed { return }
            do throws(SystemFailure) {
                if draft.writer == nil {
                    draft.writer = try directory.makePack(program: program)
                }
                guard let writer = draft.writer else { return }
                try writer.add(record, for: key)
                draft.isClosed = writer.size > Self.runLimit
            } catch {
                draft.writer?.abandon()
                draft = Draft(isClosed: true)
            }
        }
    }

    package func finish() {
        let isWritten = draft.withLock { draft in
            guard let writer = draft.writer else { return false }
            draft.writer = nil
            do throws(SystemFailure) {
                try writer.finish()
                return true
            } catch {
                writer.abandon()
                return false
            }
        }
        guard isWritten else { return }
        joinSmallPacks()
        directory.prune(count: .max, size: Self.sizeLimit)
    }

    /// Joins all packs but the largest, or that as well where the others are half as large.
    private func joinSmallPacks() {
        var packs = directory.openedPacks(of: program)
        guard packs.count > Self.packLimit else { return }
        packs.sort { $0.size > $1.size }
        if packs.dropFirst().reduce(0, { $0 + $1.size }) < packs[0].size / 2 {
            packs.removeFirst()
        }
        do throws(SystemFailure) {
            let writer = try directory.makePack(program: program)
            do throws(SystemFailure) {
                for (_, pack, _) in packs { try writer.add(pack) }
                try writer.finish()
            } catch {
                writer.abandon()
                throw error
            }
        } catch {
            return  // they stay as they are
        }
        for (name, _, _) in packs { unlink("\(directory.path)/\(name)") }
    }
}

extension CacheDirectory {
    private static let packEnding = ".pack"

    /// The packs that this program has written, which count as used.
    fileprivate func openedPacks(
        of program: UInt64
    ) -> [(name: String, pack: RecordPack, size: Int)] {
        guard let directory = try? directory() else { return [] }
        return files.compactMap { file in
            guard file.name.hasSuffix(Self.packEnding),
                let descriptor = try? RegularFile.open(
                    cString(file.name.utf8), in: directory.number, O_RDONLY | O_NOFOLLOW),
                isOwn(descriptor), let pack = RecordPack(descriptor, program: program)
            else { return nil }
            futimens(descriptor.number, nil)
            return (file.name, pack, file.size)
        }
    }

    fileprivate func makePack(program: UInt64) throws(SystemFailure) -> RecordPackWriter {
        try createDirectory(path)
        let directory = try directory()
        guard isOwn(directory) else { throw SystemFailure(code: EPERM) }
        let name = "\(getpid())-\(UInt64.random(in: 0...UInt64.max))\(Self.packEnding)"
        return try RecordPackWriter(name, in: directory, program: program)
    }
}

extension GitWorkspace {
    /// Where Sluice keeps the parsed manifests of this repository: one place for all work trees.
    package var manifestCache: CacheDirectory {
        CacheDirectory(path: "\(layout.commonDirectory)/sluice/manifests")
    }

    /// - Parameter program: Differs between two builds of the program.
    package func records(program: String) -> RecordPacks {
        RecordPacks(manifestCache, program: program)
    }
}

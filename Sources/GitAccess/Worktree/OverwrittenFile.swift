import CLibrary

/// An open file of which some bytes are replaced where they are.
///
/// Like editors and formatters, and unlike a new file under the old name, this keeps the owner,
/// the access lists and other names of the file, and leaves no temporary file behind however the
/// run ends. Nothing waits for the disk itself, as with Git and its work tree.
struct OverwrittenFile {
    private let file: FileDescriptor
    private let before: [UInt8]

    /// Fails where the file does not contain `before`.
    init(_ name: [CChar], in directory: Int32, holding before: [UInt8]) throws(SystemFailure) {
        file = try RegularFile.open(name, in: directory, O_RDWR | O_NOFOLLOW)
        let content = try RegularFile.content(of: file, limit: before.count)
        guard case .bytes(let bytes) = content, bytes.count == before.count,
            memcmp(bytes, before, bytes.count) == 0
        else { throw .changedMeanwhile }
        self.before = before
    }

    /// Writes all that differs in one call, so that a run that is killed leaves the old text or
    /// the new one.
    ///
    /// A text that gets shorter ends with line feeds for that moment, and not with the old end.
    func write(_ after: [UInt8]) throws(OverwritingFailure) {
        let padding = repeatElement(UInt8(ascii: "\n"), count: max(0, before.count - after.count))
        let padded = after + padding
        let start = sharedBeginning(before, padded)
        let end =
            padded.count > before.count
            ? padded.count : padded.count - sharedEnd(before, padded)
        do throws(SystemFailure) {
            if start < end { try writeAll(padded[start..<end], at: start) }
            if !padding.isEmpty { try setSize(after.count) }
        } catch {
            try restore(from: start, because: error)
        }
    }

    /// Restores the old bytes, for example after the disk became full.
    private func restore(
        from start: Int, because failure: SystemFailure
    ) throws(OverwritingFailure) {
        do throws(SystemFailure) {
            try writeAll(before[start...], at: start)
            try setSize(before.count)
        } catch {
            throw OverwritingFailure(cause: failure, leavesParts: true)
        }
        throw OverwritingFailure(cause: failure, leavesParts: false)
    }

    private func writeAll(_ bytes: ArraySlice<UInt8>, at start: Int) throws(SystemFailure) {
        try passAll(bytes) { rest, takenCount in
            pwrite(file.number, rest.baseAddress, rest.count, off_t(start + takenCount))
        }
    }

    private func setSize(_ size: Int) throws(SystemFailure) {
        try succeed(ftruncate(file.number, off_t(size)))
    }
}

/// How many bytes two texts begin with alike.
private func sharedBeginning(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let most = min(left.count, right.count)
    var count = 0
    while count < most, left[count] == right[count] { count += 1 }
    return count
}

/// How many bytes two texts end with alike.
private func sharedEnd(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let most = min(left.count, right.count)
    var count = 0
    while count < most, left[left.count - count - 1] == right[right.count - count - 1] {
        count += 1
    }
    return count
}

/// Why a file does not contain its new text.
struct OverwritingFailure: Error {
    let cause: SystemFailure
    /// Whether the old text could not be restored either.
    let leavesParts: Bool
}

extension SystemFailure {
    /// A file is not what it was when it was read.
    static let changedMeanwhile = SystemFailure(code: ESTALE)
}

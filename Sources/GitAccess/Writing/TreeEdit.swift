/// Other bytes for one file that a commit has; its mode stays.
package struct TreeEdit: Hashable, Sendable {
    /// As a snapshot of the commit has it.
    package let path: String
    /// The id of the blob that the new bytes are made of.
    ///
    /// A commit that has another one there refuses the edit, so that no work is undone.
    package let replacedBlob: String
    package let bytes: [UInt8]

    package init(path: String, replacedBlob: String, bytes: [UInt8]) {
        self.path = path
        self.replacedBlob = replacedBlob
        self.bytes = bytes
    }
}

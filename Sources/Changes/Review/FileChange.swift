import SourceText

/// The change of one file, where that is more than its bytes.
enum FileChange {
    /// Why a change of entries cannot be one of values at markers; nil where only bytes of a file
    /// differ.
    static func objection(from old: SnapshotEntry?, to new: SnapshotEntry?) -> String? {
        switch (old, new) {
        case (nil, let entry?): "\(words(entry.mode)) is added"
        case (let entry?, nil): "\(words(entry.mode)) is deleted"
        case (let old?, let new?) where old.mode != new.mode:
            "\(words(old.mode)) becomes \(words(new.mode))"
        case (_?, let entry?) where entry.mode == .submodule: "the commit of a submodule changes"
        case (_?, let entry?) where entry.mode == .symbolicLink: "a symbolic link leads elsewhere"
        case (_, _): nil
        }
    }

    private static func words(_ mode: SnapshotEntry.Mode) -> String {
        switch mode {
        case .file: "a file"
        case .executable: "an executable file"
        case .symbolicLink: "a symbolic link"
        case .submodule: "a submodule"
        }
    }
}

/// The rules of one ignore file.
///
/// Source: the manual of `gitignore`, and `dir.c` where that is silent.
struct IgnoreRules {
    private struct Rule {
        let pattern: WildcardPattern
        /// It takes back what an earlier rule ignores.
        let isNegative: Bool
        let isForDirectories: Bool
        /// It is matched against the last part of a path, wherever that is.
        let isForNames: Bool
    }

    private var rules: [Rule] = []
    /// How many bytes of a path come before the part that the rules speak of.
    private let depth: Int

    /// Reads an ignore file that lies in a directory whose path, with its slash, has `depth` bytes.
    init(_ file: [UInt8], depth: Int, ignoresCase: Bool) {
        self.depth = depth
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = file.starts(with: mark) ? file.dropFirst(mark.count) : file[...]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard line.first != UInt8(ascii: "#") else { continue }
            append(Self.withoutTrailingSpaces(line), ignoresCase: ignoresCase)
        }
    }

    /// Reads one rule: `[ "!" ] pattern [ "/" ]`.
    private mutating func append(_ line: ArraySlice<UInt8>, ignoresCase: Bool) {
        let slash = UInt8(ascii: "/")
        let isNegative = line.first == UInt8(ascii: "!")
        var text = isNegative ? line.dropFirst() : line
        let isForDirectories = text.last == slash
        if isForDirectories { text.removeLast() }
        let isForNames = !text.contains(slash)
        if text.first == slash { text.removeFirst() }
        guard !text.isEmpty, let pattern = WildcardPattern(text, ignoresCase: ignoresCase) else {
            return
        }
        rules.append(
            Rule(
                pattern: pattern, isNegative: isNegative, isForDirectories: isForDirectories,
                isForNames: isForNames))
    }

    /// A space counts where a backslash is before it.
    private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = line.startIndex
        var position = line.startIndex
        while position < line.endIndex {
            if line[position] == UInt8(ascii: "\\") {
                position = min(position + 2, line.endIndex)
                end = position
            } else {
                position += 1
                if line[position - 1] != UInt8(ascii: " ") { end = position }
            }
        }
        return line[..<end]
    }

    /// The decision of the last matching rule; nil if none matches.
    ///
    /// A directory's path has no slash at its end.
    func ignores(_ path: ArraySlice<UInt8>, isDirectory: Bool) -> Bool? {
        let below = path.dropFirst(depth)
        let slash = below.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { below[($0 + 1)...] } ?? below
        let rule = rules.last { rule in
            (isDirectory || !rule.isForDirectories)
                && rule.pattern.matches(rule.isForNames ? name : below)
        }
        return rule.map { !$0.isNegative }
    }
}

/// The rules in force in one directory: its own, those of the directories above it, and the user's.
struct IgnoreStack {
    /// The strongest last.
    private var levels: [IgnoreRules] = []
    private let ignoresCase: Bool

    /// `files` are the ignore files that speak of the whole work tree, the strongest last.
    init(files: [[UInt8]], ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        for file in files { push(file, depth: 0) }
    }

    mutating func push(_ file: [UInt8], depth: Int) {
        levels.append(IgnoreRules(file, depth: depth, ignoresCase: ignoresCase))
    }

    /// Whether a path in the directory is ignored; a directory's path has no slash at its end.
    func contains(_ path: ArraySlice<UInt8>, isDirectory: Bool) -> Bool {
        levels.reversed().lazy.compactMap { $0.ignores(path, isDirectory: isDirectory) }.first
            ?? false
    }
}

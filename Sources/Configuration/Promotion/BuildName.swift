import RegularLanguages
import SemanticVersions

/// The name of a build, such as `v1.4.2-2d3fcbd-1611906956`, taken apart.
struct BuildName {
    /// The numbers of the version that it begins with; empty for none.
    let version: [UInt64]
    /// A pre-release such as `rc.1`, where nothing else follows the version.
    private(set) var preRelease = ""
    /// The only number that can be a time.
    let time: Time?
    /// The pieces that can be a commit's id.
    private let commits: [Substring]
    /// The pieces that are none of these: names of branches and variants.
    private(set) var words: [Substring]

    struct Time: Hashable {
        /// How it is written.
        let digits: Int
        let value: UInt64
    }

    init(_ name: String) {
        let head = Self.version(at: name)
        version = head.numbers
        let rest = name.utf8.dropFirst(head.length)
        let pieces = rest.split { ASCIISet.wordSeparators.contains($0) || $0 == UInt8(ascii: "+") }
            .map { Substring($0) }
        let times = pieces.compactMap(Self.time)
        time = times.count == 1 ? times[0] : nil
        commits = pieces.filter(Self.isCommit)
        words = pieces.filter { !Self.isCommit($0) && Self.time($0) == nil }
        let suffix = String(Substring(rest.dropFirst()))
        if !version.isEmpty, time == nil, !hasCommit, Self.isPreRelease(suffix) {
            preRelease = suffix
            words = []
        }
    }

    var hasCommit: Bool { !commits.isEmpty }

    /// Whether only one build is called so: by a commit, a time or a version of three numbers.
    var isTelling: Bool { hasCommit || time != nil || version.count > 2 }

    // MARK: Parts

    /// Up to four numbers with dots between, after which the name ends or goes on after another
    /// separator.
    private static func version(at name: String) -> (numbers: [UInt64], length: Int) {
        let bytes = name.utf8
        let hasMark = bytes.first.map { $0 | 0x20 == UInt8(ascii: "v") } ?? false
        let body = bytes.dropFirst(hasMark ? 1 : 0)
        let digits = body.prefix { ASCIISet.digits.contains($0) || $0 == UInt8(ascii: ".") }
        let parts = Substring(digits).split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt64($0) }
        let next = body.dropFirst(digits.count).first
        let isLone = parts.count == 1 && digits.count > 6
        guard !numbers.isEmpty, numbers.count == parts.count, numbers.count <= 4, !isLone,
            next.map({ "-_+".utf8.contains($0) }) ?? true
        else { return ([], 0) }
        return (numbers, (hasMark ? 1 : 0) + digits.count)
    }

    /// Seconds or milliseconds of Unix, or a day, minute or second of this century.
    private static func time(_ piece: Substring) -> Time? {
        guard piece.utf8.allSatisfy(ASCIISet.digits.contains), let value = UInt64(piece) else {
            return nil
        }
        let isTime =
            switch piece.utf8.count {
            case 10, 13: piece.hasPrefix("1")
            case 8, 12, 14: piece.hasPrefix("20")
            default: false
            }
        return isTime ? Time(digits: piece.utf8.count, value: value) : nil
    }

    private static func isCommit(_ piece: Substring) -> Bool {
        let hexadecimal = ASCIISet.digits.union(ASCIISet(charactersOf: "abcdef"))
        return piece.utf8.count >= 7 && piece.utf8.allSatisfy(hexadecimal.contains)
            && piece.utf8.contains(where: ASCIISet.digits.contains)
            && time(piece) == nil
    }

    private static func isPreRelease(_ suffix: String) -> Bool {
        let word = suffix.prefix { $0.isASCII && $0.isLetter }.lowercased()
        return ["alpha", "beta", "m", "pre", "preview", "rc"].contains(word)
            && (try? Version("1.0.0-" + suffix)) != nil
    }
}

extension BuildName {
    /// Which of two builds is newer, by the versions and times in their names; where these are not
    /// written alike, or contradict each other, that is not known.
    ///
    /// Of two builds of one commit, the later time may be that of a promotion.
    func order(after other: BuildName) -> ArtifactOrder {
        guard words == other.words, version.count == other.version.count,
            time?.digits == other.time?.digits
        else { return .unknown("their tags are not written alike") }
        guard isTelling, other.isTelling else { return .unknown(Self.silence) }
        if isOfSameCommit(as: other) { return .unknown("both are builds of one commit") }
        let byVersion = versionOrder(after: other)
        let byTime = time.flatMap { own in
            other.time.flatMap { $0.value == own.value ? nil : own.value > $0.value }
        }
        switch (byVersion, byTime) {
        case (let first?, let second?) where first != second:
            return .unknown("the build with the lower version is the later one")
        case (let isLater?, _), (nil, let isLater?): return isLater ? .ahead : .behind
        case (nil, nil): return .unknown(Self.silence)
        }
    }

    private func isOfSameCommit(as other: BuildName) -> Bool {
        hasCommit && commits.count == other.commits.count
            && zip(commits, other.commits).allSatisfy { $0.hasPrefix($1) || $1.hasPrefix($0) }
    }

    private static let silence = "nothing in their tags says which build is newer"

    /// Nil where the versions say nothing; a lone number may count anything.
    private func versionOrder(after other: BuildName) -> Bool? {
        if version.count == 1, time == nil { return nil }
        if version != other.version { return other.version.lexicographicallyPrecedes(version) }
        guard !hasCommit, !other.hasCommit, preRelease != other.preRelease else { return nil }
        return Self.precedence(other.preRelease) < Self.precedence(preRelease)
    }

    private static func precedence(_ preRelease: String) -> Precedence {
        Precedence(major: 1, minor: 0, patch: 0, preRelease: preRelease)
    }
}

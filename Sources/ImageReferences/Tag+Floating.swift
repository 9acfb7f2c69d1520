import SourceText

extension Tag {
    /// Whether the tag's form is that of a moving series of images, not of one image.
    ///
    /// True for a word in `floatingWords`, in any case, for a version that omits its last numbers,
    /// for either with variants, and for a tag that ends in `-latest`:
    /// ```
    /// series  = (word | ["v" | "V"] number ["." number]) {"-" variant}
    /// number  = 1 to 4 digits; the first without a leading zero
    /// variant = letters | distribution release
    /// release = number ["." number]
    /// ```
    /// Three numbers are one version, five digits are a build number or a date, and a variant with
    /// digits is a build number or a hash (`1.2-rc1`, `3-20240101`) unless it names a release of a
    /// base image: `1.27-alpine3.18` still moves with each patch of 1.27. Seven or more letters
    /// from a to f are read as a hash.
    package var isFloating: Bool {
        isVersionSeries || isWordSeries || text.lowercased().hasSuffix("-latest")
    }

    /// Words that name a channel, a stage or a branch, in lower case.
    package static let floatingWords: Set<String> = [
        // Channels.
        "latest", "stable", "unstable", "edge", "nightly", "weekly", "daily", "current", "rolling",
        "lts", "mainline", "next", "canary", "insiders", "experimental", "preview", "snapshot",
        "tip", "oldstable",
        // Stages.
        "alpha", "beta", "rc", "release", "ga", "dev", "develop", "development", "test", "testing",
        "qa", "uat", "stage", "staging", "preprod", "prod", "production", "live",
        // Branches.
        "main", "master", "trunk", "head", "devel", "integration",
        // Variants with the newest version of a base image.
        "alpine", "slim", "debian", "ubuntu", "bookworm", "bullseye", "buster", "trixie", "jammy",
        "noble", "focal", "distroless", "debug", "nonroot",
    ]

    /// Base images that variants name with a release, as in `alpine3.18`.
    package static let distributions: Set<String> = [
        "alpine", "centos", "debian", "el", "fedora", "ltsc", "ol", "rhel", "rocky", "ubi",
        "ubuntu",
    ]

    /// The numbers of the version at the start of the tag: `1`, `27`, `3` of `v1.27.3-alpine`;
    /// empty if there is none.
    package var leadingNumbers: [Substring] {
        let numbers =
            version
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return [] }
        return numbers.map { Substring($0) }
    }

    private var isWordSeries: Bool {
        guard let first = pieces.first else { return false }
        return Self.floatingWords.contains(Substring(first).lowercased())
            && pieces.dropFirst().allSatisfy(Self.isVariant)
    }

    /// Whether the tag is one or two numbers with any variants.
    package var isVersionSeries: Bool {
        let version = version
        let hasLeadingZero =
            version.first == UInt8(ascii: "0") && version.dropFirst().first?.isDigit == true
        return Self.isShortVersion(version) && !hasLeadingZero
            && pieces.dropFirst().allSatisfy(Self.isVariant)
    }

    /// The first piece, without a `v`.
    private var version: Substring.UTF8View {
        let piece = text.utf8.prefix { $0 != UInt8(ascii: "-") }
        let isPrefixed = piece.first.map { $0 | 0x20 == UInt8(ascii: "v") } ?? false
        return piece.dropFirst(isPrefixed ? 1 : 0)
    }

    private var pieces: [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    }

    /// Whether `text` is one or two numbers of one to four digits, separated by a dot.
    private static func isShortVersion(_ text: Substring.UTF8View) -> Bool {
        let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return numbers.count <= 2
            && numbers.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isDigit) }
    }

    private static func isVariant(_ piece: Substring.UTF8View) -> Bool {
        let letters = piece.prefix { $0.isLower || $0.isUpper }
        let rest = piece[letters.endIndex...]
        guard !letters.isEmpty else { return false }
        guard rest.isEmpty else {
            let name = Substring(letters).lowercased()
            return distributions.contains(name) && isShortVersion(rest)
        }
        return letters.count < 7 || !letters.allSatisfy(\.isHexadecimal)
    }
}

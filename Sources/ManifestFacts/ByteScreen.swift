import SourceText

/// A cheap look at a file's bytes that decides whether it can contain any fact at all.
enum ByteScreen {
    /// Whether one of the words occurs without which no fact is in a file.
    ///
    /// `mage` covers images, markers and Flux's image API group, `epository` the split images of
    /// charts, `tag:` values that only override one, `toolkit.flux` all objects of Flux, which may
    /// be invalid. Most files that matter say so on top. A statement that accepts findings counts as
    /// a fact, because it may be one that accepts none.
    static func canHoldFacts(_ bytes: [UInt8]) -> Bool {
        for offset in bytes.indices where isMiddleLetter(bytes[offset]) {
            if isLink(offset, bytes) || bytes.holds(mage, at: offset - 2)
                || bytes.holds(epository, at: offset - 1) || isSuppression(at: offset, in: bytes)
                || isPatch(at: offset, in: bytes) || isTagKey(at: offset, in: bytes)
                || bytes.holds(fluxGroup, at: offset - 11)
            {
                return true
            }
        }
        return false
    }

    /// Whether the `R` of a HelmRelease is there, whose patch may contain no more than a tag, or
    /// the `p` of a patch that removes something.
    private static func isPatch(at offset: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: "R"): bytes.holds(helmRelease, at: offset - 10)
        case UInt8(ascii: "p"):
            bytes.holds(directive, at: offset - 1)
                || bytes.holds(ContainerLists.apiVersion, at: offset - 1)
                    && ContainerLists.mayBeReplaced(in: bytes)
        default: false
        }
    }

    /// Whether the `g` of a key `tag` is there.
    private static func isTagKey(at offset: Int, in bytes: [UInt8]) -> Bool {
        bytes[offset] == UInt8(ascii: "g") && bytes.holds(tagKey, at: offset - 2)
    }

    /// Whether the `g` of `sluice: ignore` or of `sluice.dev/ignore` is there.
    private static func isSuppression(at offset: Int, in bytes: [UInt8]) -> Bool {
        bytes.holds(ignore, at: offset - 1)
            && suppressionBeginnings.contains { bytes.holds($0, at: offset - 1 - $0.count) }
    }

    /// Whether one of the words occurs without which a file says nothing about others.
    ///
    /// `ustomiz` covers kustomizations of both kinds, `op` a JSON 6902 patch, `valuesF`
    /// HelmReleases that take values from elsewhere. ConfigMaps and Secrets may contain variables,
    /// but not the large ones; Namespaces have labels that ImageRepositories look at. What installs
    /// Flux says which API versions there are.
    static func canHoldLinks(_ bytes: [UInt8]) -> Bool {
        for offset in bytes.indices where isMiddleLetter(bytes[offset]) {
            if isLink(offset, bytes) { return true }
        }
        return false
    }

    /// Each word is found by a rare letter in its middle.
    private static func isMiddleLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "g"), UInt8(ascii: "z"), UInt8(ascii: "p"), UInt8(ascii: "S"),
            UInt8(ascii: "N"), UInt8(ascii: "R"), UInt8(ascii: "F"), UInt8(ascii: "x"):
            true
        default: false
        }
    }

    /// Whether such a word has its middle letter there.
    private static func isLink(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: "g"):
            bytes.holds(imageGroup, at: offset - 3) || bytes.holds(imagePolicy, at: offset - 3)
                || (bytes.count <= settingsLimit && bytes.holds(configMap, at: offset - 11))
        case UInt8(ascii: "z"): bytes.holds(ustomiz, at: offset - 6)
        case UInt8(ascii: "p"):
            bytes.holds(gitRepository, at: offset - 5) || isPatchKey(at: offset, in: bytes)
                || bytes.holds(builtin, at: offset - 1)
        case UInt8(ascii: "S"):
            bytes.holds(fieldSpec, at: offset - 5)
                || (bytes.count <= settingsLimit && bytes.holds(secret, at: offset - 6))
        case UInt8(ascii: "N"): bytes.holds(namespace, at: offset - 6)
        case UInt8(ascii: "R"): bytes.holds(receiver, at: offset - 6)
        case UInt8(ascii: "F"):
            bytes.holds(valuesFrom, at: offset - 6)
                || fluxReleases.contains { bytes.holds($0, at: offset) }
        default: false
        }
    }

    /// Whether an `op` ends there that is a key: `- op: add`, `"op": "add"`.
    private static func isPatchKey(at offset: Int, in bytes: [UInt8]) -> Bool {
        guard offset >= 2, offset + 1 < bytes.count, bytes[offset - 1] == UInt8(ascii: "o") else {
            return false
        }
        return switch (bytes[offset - 2], bytes[offset + 1]) {
        case (UInt8(ascii: " "), UInt8(ascii: ":")), (UInt8(ascii: "{"), UInt8(ascii: ":")),
            (UInt8(ascii: "\""), UInt8(ascii: "\"")):
            true
        default: false
        }
    }

    private static let settingsLimit = 64 * 1024
    private static let configMap = Array("kind: ConfigMap".utf8)
    private static let secret = Array("kind: Secret".utf8)
    private static let namespace = Array("kind: Namespace".utf8)
    private static let helmRelease = Array("kind: HelmRelease".utf8)
    /// A transformer of kustomize, and what its transformers and their configurations list.
    private static let builtin = Array("apiVersion: builtin".utf8)
    private static let fieldSpec = Array("fieldSpec".utf8)
    private static let directive = Array("$patch".utf8)
    private static let receiver = Array("kind: Receiver".utf8)
    /// In all API groups of Flux, whose objects may be invalid.
    private static let fluxGroup = Array("toolkit.flux".utf8)
    private static let imageGroup = Array("image.toolkit".utf8)
    private static let imagePolicy = Array("ImagePolicy".utf8)
    private static let gitRepository = Array("GitRepository".utf8)
    private static let ignore = Array("ignore".utf8)
    private static let suppressionBeginnings = ["sluice: ", "sluice:", "sluice.dev/"].map {
        Array($0.utf8)
    }
    private static let tagKey = Array("tag:".utf8)
    /// The beginnings of what says which release of Flux runs.
    private static let fluxReleases = [Array("FluxInstance".utf8), Array("Flux Version".utf8)]
    private static let valuesFrom = Array("valuesF".utf8)
    private static let mage = Array("mage".utf8)
    private static let ustomiz = Array("ustomiz".utf8)
    private static let epository = Array("epository".utf8)
}

extension Collection<UInt8> {
    /// The index of the first occurrence of `word`, or nil.
    func firstIndex(of word: String) -> Index? {
        let word = Array(word.utf8)
        var rest = self[...]
        while let start = rest.firstIndex(of: word[0]) {
            if self[start...].starts(with: word) { return start }
            rest = rest[start...].dropFirst()
        }
        return nil
    }
}

import SourceText

/// Splits an image reference into its parts.
struct ReferenceSplitter {
    struct Parts {
        var registry = ReferencePart.absent
        var repository = ReferencePart.absent
        var tag = ReferencePart.absent
        var digest = ReferencePart.absent
    }

    let bytes: [UInt8]
    /// The bytes, with those of templates replaced by `hole`.
    private let masked: [UInt8]
    private let template: TemplateScanner
    private let convention: ImageReference.RegistryConvention

    /// A byte that UTF-8 never uses.
    private static let hole: UInt8 = 0xFF

    init(_ text: String, convention: ImageReference.RegistryConvention) {
        bytes = Array(text.utf8)
        template = TemplateScanner(bytes)
        self.convention = convention
        var masked = bytes
        for range in template.holes {
            masked.replaceSubrange(range, with: repeatElement(Self.hole, count: range.count))
        }
        self.masked = masked
    }

    func parts(_ extent: ImageReference.Extent) -> Parts {
        let all = 0..<bytes.count
        guard !template.hasControlFlow else {
            let part = ReferencePart.unknown(at: all)
            return Parts(registry: part, repository: part, tag: part, digest: part)
        }
        return switch extent {
        case .whole: parts()
        case .tag: tailParts()
        case .digest: Parts(digest: part(all))
        }
    }

    private func tailParts() -> Parts {
        let end = first("@", in: 0..<bytes.count) ?? bytes.count
        var parts = Parts(tag: part(0..<end))
        if end < bytes.count {
            parts.digest = part(end + 1..<bytes.count)
        } else if let hole = template.holes.last, hole.upperBound == bytes.count {
            parts.digest = .unknown(at: hole)
        }
        return parts
    }

    private func parts() -> Parts {
        var parts = Parts()
        var name = 0..<bytes.count
        if let at = first("@", in: name) {
            parts.digest = part(at + 1..<bytes.count)
            name = 0..<at
        }
        // A scheme is an error, but the parts after it can still be read.
        let nameStart = SchemePrefix(masked[name])?.range.upperBound ?? name.lowerBound
        let lastComponent =
            (last("/", in: name) ?? nameStart - 1) + 1..<name.upperBound
        // A template in the last component may expand to a tag or digest; one before it cannot,
        // because no `/` may follow those.
        let trailing = template.holes.last { lastComponent.contains($0.lowerBound) }
        if let colon = last(":", in: lastComponent) {
            parts.tag = part(colon + 1..<name.upperBound)
            name = name.lowerBound..<colon
        } else if let trailing {
            parts.tag = .unknown(at: trailing)
        }
        if parts.digest.isAbsent, let trailing, trailing.upperBound == bytes.count {
            parts.digest = .unknown(at: trailing)
        }
        (parts.registry, parts.repository) = location(
            in: nameStart..<max(nameStart, name.upperBound))
        return parts
    }

    /// Splits a name, without scheme, tag and digest, into registry and path.
    private func location(in name: Range<Int>) -> (ReferencePart, ReferencePart) {
        guard let slash = first("/", in: name) else {
            let path = part(name)
            return (path.isUnknown ? path : .absent, path)
        }
        let first = part(name.lowerBound..<slash)
        let rest = slash + 1..<name.upperBound
        guard let text = first.text else { return (first, .unknown(at: name)) }
        return isRegistry(text) ? (first, part(rest)) : (.absent, part(name))
    }

    private func isRegistry(_ component: String) -> Bool {
        component.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
            || convention == .containerRuntime && component == "localhost"
    }

    private func part(_ range: Range<Int>) -> ReferencePart {
        masked[range].contains(Self.hole)
            ? .unknown(at: range)
            : .known(String(decoding: bytes[range], as: UTF8.self), at: range)
    }

    /// The first offset of `character` outside of templates.
    private func first(_ character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        masked[range].firstIndex(of: UInt8(ascii: character))
    }

    private func last(_ character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        masked[range].lastIndex(of: UInt8(ascii: character))
    }
}

/// A scheme before a reference, as in `oci://ghcr.io/org/app`.
struct SchemePrefix {
    let name: String
    /// Includes the `://`.
    let range: Range<Int>

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let name = bytes.prefix { byte in
            byte.isLower || byte.isUpper || byte.isDigit || "+-.".utf8.contains(byte)
        }
        // A text that begins with `ko://` is a template, not a faulty reference.
        guard !name.isEmpty, name.endIndex == colon, !name.elementsEqual("ko".utf8) else {
            return nil
        }
        self.name = String(decoding: name, as: UTF8.self)
        range = bytes.startIndex..<name.endIndex + 3
    }
}

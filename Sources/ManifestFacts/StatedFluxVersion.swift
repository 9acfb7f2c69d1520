import SourceText
import YAMLSyntax

/// Finds the release of Flux that a manifest says it installs.
enum StatedFluxVersion {
    /// The one in the comment that `flux install` and `flux bootstrap` write in front of their
    /// manifests, `# Flux Version: v2.4.0`; nil for none.
    static func version(inHeadOf source: [UInt8]) -> String? {
        var rest = source[...]
        for _ in 0..<lineLimit {
            let line = rest.prefix { $0 != 0x0A }
            guard line.isEmpty || line.first == UInt8(ascii: "#") || line.starts(with: "---".utf8)
            else { return nil }
            let text = String(decoding: line, as: UTF8.self)
            if text.lowercased().hasPrefix(label) {
                return text.utf8.dropFirst(label.utf8.count).trimmedText
            }
            rest = rest[line.endIndex...].dropFirst()
        }
        return nil
    }

    private static let lineLimit = 20
    private static let label = "# flux version:"

    /// `spec.distribution.version` of a FluxInstance, such as `2.7.x`; nil for another object.
    static func version(of object: borrowing ObjectNode) -> String? {
        guard object.identity.kind == "FluxInstance", object.identity.group == operatorGroup else {
            return nil
        }
        return object.root[path: "spec", "distribution", "version"]?.text
    }

    private static let operatorGroup = "fluxcd.controlplane.io"
}

extension Collection<UInt8> {
    fileprivate var trimmedText: String {
        String(decoding: filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }, as: UTF8.self)
    }
}

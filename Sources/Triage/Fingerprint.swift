import Crypto
import ManifestFacts
package import Rules
import SourceText

/// What tells a finding from others and stays when lines move.
///
/// It is made of the rule, the path, the object, the environments and the finding's subject, but
/// of no position and no message, which may be reworded. Equal findings are numbered in the order
/// of the report.
package enum Fingerprint {
    /// One fingerprint for each finding, in their order: 32 hexadecimal digits.
    package static func fingerprints(of findings: [Finding]) -> [String] {
        var occurrences: [[UInt8]: Int] = [:]
        return findings.map { finding in
            let identity = encoded(finding)
            let occurrence = occurrences[identity, default: 0]
            occurrences[identity] = occurrence + 1
            return hexadecimalHash(of: identity + encoded(String(occurrence)))
        }
    }

    private static func encoded(_ finding: Finding) -> [UInt8] {
        let object = finding.object
        // The API version is left out, because a migration to the next one changes no object.
        let parts =
            [finding.rule, finding.location.path, object?.apiGroup, object?.kind]
            + [object?.namespace, object?.name, finding.subject] + finding.environments
        return parts.flatMap(encoded)
    }

    /// The part with its length in front, so that no two lists of parts have one encoding.
    private static func encoded(_ part: String?) -> [UInt8] {
        guard let part else { return Array("-".utf8) }
        return Array("\(part.utf8.count):\(part)".utf8)
    }

    private static func hexadecimalHash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(16)
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            .joined()
    }
}

extension ObjectIdentity {
    /// The part of `apiVersion` before the slash; empty for the core group.
    fileprivate var apiGroup: String? {
        guard let apiVersion else { return nil }
        guard let slash = apiVersion.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(apiVersion[..<slash])
    }
}

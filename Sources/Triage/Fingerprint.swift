import Crypto
import ManifestFacts
package import Rules
import SourceText

/// A stable identifier for a finding, independent of line numbers.
///
/// It is a hash of the rule, the path, the object, the policy, the environments and the finding's
/// subject, but not of its position or its message, which may be reworded. Equal findings are
/// numbered in the order of the report.
package enum Fingerprint {
    /// One fingerprint for each finding, in their order: 32 hexadecimal digits.
    ///
    /// - Parameter newPaths: The new path of each file that was moved after the findings were made.
    package static func fingerprints(
        of findings: [Finding], movedTo newPaths: [String: String] = [:]
    ) -> [String] {
        var occurrences: [[UInt8]: Int] = [:]
        return findings.map { finding in
            let path = finding.location.path
            let identity = encoded(finding, path: newPaths[path] ?? path)
            let occurrence = occurrences[identity, default: 0]
            occurrences[identity] = occurrence + 1
            return hash(of: identity, occurrence)
        }
    }

    /// The fingerprint of the first of several equal findings, which stands for all of them.
    ///
    /// - Parameter path: The path of the file in place of the finding's, such as a former one.
    package static func shared(by finding: Finding, at path: String? = nil) -> String {
        hash(of: encoded(finding, path: path ?? finding.location.path), 0)
    }

    private static func encoded(_ finding: Finding, path: String) -> [UInt8] {
        let object = finding.object
        // Without the API version, because a migration to the next one keeps the object.
        let group = object.flatMap { $0.apiVersion == nil ? nil : $0.group }
        let parts =
            [finding.rule, path, group, object?.kind, object?.namespace, object?.name]
            + [finding.topic.policy, finding.subject] + finding.environments
        return parts.flatMap(encoded)
    }

    /// The part with its length in front, so that different lists of parts encode differently.
    private static func encoded(_ part: String?) -> [UInt8] {
        guard let part else { return Array("-".utf8) }
        return Array("\(part.utf8.count):\(part)".utf8)
    }

    private static func hash(of identity: [UInt8], _ occurrence: Int) -> String {
        SHA256.hash(data: identity + encoded(String(occurrence))).prefix(16).hexadecimal
    }
}

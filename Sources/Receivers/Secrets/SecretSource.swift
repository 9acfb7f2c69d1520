package import RepositoryLinking
import WebAccess

/// A place where the values of Kubernetes' Secrets are found outside of Git.
package protocol SecretSource: Sendable {
    /// Read anew with every call, so that a refreshed Secret takes effect.
    func value(of key: String, in secret: ObjectName) -> SecretReading
}

package enum SecretReading: Equatable, Sendable {
    case absent
    /// Too long, or not readable; with the place, which is not secret.
    case unreadable(String)
    case value(SecretBytes)
}

/// A directory with a folder for each Secret, as Kubernetes mounts them:
/// `DIR/NAMESPACE/NAME/KEY`, or `DIR/NAME/KEY` for a Secret of that name in any namespace.
package struct SecretDirectory: SecretSource {
    /// The most that Kubernetes stores in a Secret.
    private static let limit = 1 << 20

    private let directory: String

    package init(_ directory: String) { self.directory = directory }

    package func value(of key: String, in secret: ObjectName) -> SecretReading {
        guard [secret.namespace, secret.name, key].allSatisfy(Self.isFileName) else {
            return .absent
        }
        for folder in ["\(secret.namespace)/\(secret.name)", secret.name] {
            let path = "\(directory)/\(folder)/\(key)"
            if SmallFile.isDirectory(path) { continue }
            switch SmallFile.content(at: path, limit: Self.limit) {
            case .absent: continue
            case .unreadable: return .unreadable(path)
            case .bytes(let bytes): return .value(SecretBytes(bytes))
            }
        }
        return .absent
    }

    /// Names come from manifests: none may lead out of the directory.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 253 && !name.hasPrefix("..") && name != "."
            && name.utf8.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: "_") }
    }
}

/// Secrets in variables: `SLUICE_SECRET_NAMESPACE__NAME__KEY`, in capitals, with `_` for whatever is
/// neither a letter nor a digit.
package struct SecretVariables: SecretSource {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    package func value(of key: String, in secret: ObjectName) -> SecretReading {
        let variable = Self.variable(of: key, in: secret)
        return environment[variable].map { .value(SecretBytes(Array($0.utf8))) } ?? .absent
    }

    package static func variable(of key: String, in secret: ObjectName) -> String {
        "SLUICE_SECRET_"
            + [secret.namespace, secret.name, key].map { part in
                String(
                    part.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            }.joined(separator: "__")
    }
}

/// Several sources; the first that has a value gives it.
package struct SecretSources: SecretSource {
    private let sources: [any SecretSource]

    package init(_ sources: [any SecretSource]) { self.sources = sources }

    package func value(of key: String, in secret: ObjectName) -> SecretReading {
        for source in sources {
            let reading = source.value(of: key, in: secret)
            if reading != .absent { return reading }
        }
        return .absent
    }
}

extension UInt8 {
    /// Letters, digits, `-` and `.`.
    fileprivate var isNameCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

import WebAccess

/// The values of Secrets, which the repository names and does not have.
///
/// They are read each time that they are asked for, so a file that changes counts at once.
package struct ReceiverSecrets: Sendable {
    /// In bytes.
    package static let valueLimit = 64 << 10

    package enum Value: Hashable, Sendable {
        case absent
        /// Or too long.
        case unreadable
        case bytes(SecretBytes)
    }

    /// In which each Secret is a directory, and each key a file, as Kubernetes mounts them.
    private let directory: String?
    private let environment: [String: String]

    package init(directory: String? = nil, environment: [String: String] = [:]) {
        self.directory = directory
        self.environment = environment.filter { $0.key.hasPrefix("SLUICE_SECRET_") }
    }

    /// Looks for `NAMESPACE/NAME/KEY` in the directory, then for `NAME/KEY` in it, then for the
    /// variable.
    ///
    /// The bytes are those of the file, a line break at the end included, as in Flux.
    package func value(of key: SecretKey) -> Value {
        let places = ["\(key.namespace)/\(key.name)/\(key.key)", "\(key.name)/\(key.key)"]
        for place in directory.map({ root in places.map { "\(root)/\($0)" } }) ?? [] {
            switch SmallFile.content(at: place, limit: Self.valueLimit) {
            case .absent: continue
            case .unreadable: return .unreadable
            case .bytes(let bytes): return .bytes(SecretBytes(bytes))
            }
        }
        guard let text = environment[key.variable] else { return .absent }
        return text.utf8.count > Self.valueLimit
            ? .unreadable : .bytes(SecretBytes(Array(text.utf8)))
    }
}

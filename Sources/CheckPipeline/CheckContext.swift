package import Configuration
import ManifestFacts
import RepositoryLinking
import Rules
package import SourceText
import TagSnapshots
package import Triage

/// The inputs of a check besides the manifests themselves.
package struct CheckContext: Sendable {
    package var configuration: RepositoryConfiguration
    /// The environments that all paths of the repository speak of.
    let tokens: EnvironmentTokens
    let paths: TreePaths
    /// The texts of scripts and workflows that may generate files.
    let builds: BuildTexts
    /// The tags that registries listed.
    let tags: TagSnapshot
    /// The values of variables in ImageRepositories that the repository does not set.
    let values: [String: String]
    /// The tags that scripts and build files set.
    let setters: [LocatedTagSetter]
    var acceptances: AcceptanceOptions
    /// The repositories that are linked with this one.
    var others = OtherRepositories.none

    init(
        of snapshot: Snapshot, _ tree: ManifestTree, rules: [any Rule], tags: TagSnapshot,
        values: [String: String], _ acceptances: AcceptanceOptions
    ) throws {
        configuration = try ConfigurationFile.configuration(in: snapshot, rules: rules)
        tokens = EnvironmentTokens(paths: tree.entries.map(\.path))
        paths = TreePaths(snapshot.entries)
        setters = try LocatedTagSetter.setters(inScriptsOf: snapshot)
        builds = BuildTexts(of: snapshot)
        self.tags = tags
        self.values = values
        self.acceptances = acceptances
    }
}

extension CheckContext {
    /// Whether a check may read a file that is not a manifest.
    ///
    /// A cached report is used only if none of these files has changed.
    static func reads(_ entry: SnapshotEntry) -> Bool {
        switch entry.mode {
        case .symbolicLink: true
        case .submodule: false
        case .file, .executable:
            ConfigurationFile.names.contains(entry.path) || TagSetter.mayStand(inFile: entry.path)
                || BuildTexts.include(entry.path)
        }
    }
}

extension LocatedTagSetter {
    private static let scriptSizeLimit = 1024 * 1024

    /// The tags that scripts and build files set; a file that cannot be read sets none.
    static func setters(inScriptsOf snapshot: Snapshot) throws -> [LocatedTagSetter] {
        let scripts = snapshot.entries.filter {
            ($0.mode == .file || $0.mode == .executable) && TagSetter.mayStand(inFile: $0.path)
        }
        if scripts.isEmpty { return [] }
        let reader = try snapshot.makeReader()
        return scripts.flatMap { script in
            setters(in: script, from: reader)
        }
    }

    private static func setters(
        in script: SnapshotEntry, from reader: any SnapshotReader
    ) -> [LocatedTagSetter] {
        do throws(SnapshotReadError) {
            let bytes = try reader.bytes(of: script, limit: scriptSizeLimit)
            return TagSetter.setters(inCommands: bytes).map {
                LocatedTagSetter(path: script.path, setter: $0)
            }
        } catch {
            return []  // no manifest: what it does can only take findings away
        }
    }
}

extension BuildTexts {
    private static let sizeLimit = 256 * 1024
    private static let fileLimit = 512

    /// A file that cannot be read says nothing, as do those beyond a limit.
    convenience init(of snapshot: Snapshot) {
        self.init {
            do {
                let reader = try snapshot.makeReader()
                return snapshot.entries.lazy.filter {
                    ($0.mode == .file || $0.mode == .executable) && Self.include($0.path)
                }.prefix(Self.fileLimit).compactMap { Self.text(of: $0, from: reader) }
            } catch {
                return []  // what cannot be read explains nothing
            }
        }
    }

    private static func text(of entry: SnapshotEntry, from reader: any SnapshotReader) -> Text? {
        do throws(SnapshotReadError) {
            return Text(path: entry.path, bytes: try reader.bytes(of: entry, limit: sizeLimit))
        } catch {
            return nil
        }
    }
}

/// How findings are accepted, besides by the tree itself.
package struct AcceptanceOptions: Sendable {
    /// The day on which suppressions expire if they end earlier; nil if nothing expires.
    package var today: CalendarDay?
    /// Whether comments, annotations and the configuration accept findings.
    package var honoursIgnores = true
    package var baseline = Baseline.empty
    /// The old path of each file that was renamed since the baseline was made.
    package var formerPaths: [String: String] = [:]

    package init(today: CalendarDay? = nil) {
        self.today = today
    }
}

extension RuleDefinition {
    /// The definitions of some rules, and of those about the guard itself.
    static func of(_ rules: [any Rule]) -> [RuleDefinition] {
        rules.map(\.definition) + guards
    }
}

/// The configuration at the root of a repository.
package enum ConfigurationFile {
    package static let names = [".sluice.yaml", ".sluice.yml"]
    private static let sizeLimit = 1024 * 1024

    /// The configuration of the file, or the standard one if there is none.
    static func configuration(
        in snapshot: Snapshot, rules: [any Rule]
    ) throws -> RepositoryConfiguration {
        let entries = snapshot.entries.filter { names.contains($0.path) }
        guard let entry = entries.first else { return .standard }
        guard entries.count == 1 else { throw ConfigurationFileError.several(names) }
        guard entry.mode == .file || entry.mode == .executable else {
            throw ConfigurationFileError.notAFile(entry.path)
        }
        let reader = try snapshot.makeReader()
        let bytes: [UInt8]
        do throws(SnapshotReadError) {
            bytes = try reader.bytes(of: entry, limit: sizeLimit)
        } catch {
            throw ConfigurationFileError.unreadable(entry.path, error)
        }
        return try RepositoryConfiguration(
            bytes, path: entry.path, rules: RuleDefinition.of(rules).map(\.configurable))
    }
}

/// Why a repository's configuration cannot be had.
package enum ConfigurationFileError: Error, Equatable {
    case several([String])
    /// A link or a submodule: a configuration is not taken from elsewhere.
    case notAFile(String)
    case unreadable(String, SnapshotReadError)
}

extension ConfigurationFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .several(let names):
            "there are \(names.map { "`\($0)`" }.joined(separator: " and ")); keep one of them"
        case .notAFile(let path): "`\(path)` is not a regular file"
        case .unreadable(let path, let error): "`\(path)`: \(error)"
        }
    }
}

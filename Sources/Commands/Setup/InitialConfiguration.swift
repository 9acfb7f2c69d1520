package import CheckPipeline
import Configuration
import Reports
import Rules
package import SourceText
import Triage

/// The configuration that a repository begins with: what a check infers from names, written down.
///
/// It changes nothing yet. Environments that would change what a check reports are written as
/// comments, with the rules that would report otherwise: it takes a person to tell who is right.
package struct InitialConfiguration: Sendable {
    /// Where the repository has its configuration, or gets it.
    package let path: String
    /// Complete, with its last line break.
    package let text: String

    package init(for snapshot: Snapshot, by check: RepositoryCheck) async throws {
        let names = ConfigurationFile.names
        path = names.first { name in snapshot.entries.contains { $0.path == name } } ?? names[0]
        let bare = snapshot.removing(names)
        let sketches = EnvironmentSketch.all(in: try check.manifests(in: bare).map(\.path))
        let proposal = ConfigurationText(environments: sketches, doubts: []).text
        guard !sketches.isEmpty else {
            text = proposal
            return
        }
        let before = try await check.report(on: bare)
        let after = try await check.report(on: bare.adding(path, Array(proposal.utf8)))
        let doubts = Self.rules(judgingOtherwise: before, after)
        text = ConfigurationText(environments: sketches, doubts: doubts).text
    }

    /// The rules whose findings differ, ascending.
    private static func rules(
        judgingOtherwise before: CheckReport, _ after: CheckReport
    ) -> [String] {
        let changed = Set(before.findings.map(Judged.init))
            .symmetricDifference(after.findings.map(Judged.init))
        return Set(changed.map(\.rule)).sorted()
    }
}

/// The parts that two reports must agree upon.
private struct Judged: Hashable {
    let rule: String
    let severity: Severity
    let fingerprint: String

    init(_ reported: ReportedFinding) {
        rule = reported.finding.rule
        severity = reported.finding.severity
        fingerprint = reported.fingerprint
    }
}

/// Writes a configuration for people to go on from.
private struct ConfigurationText {
    let environments: [EnvironmentSketch]
    /// The rules that would judge otherwise; the environments are comments unless there are none.
    let doubts: [String]

    var text: String {
        let head = [
            "# yaml-language-server: $schema="
                + ProjectAddress.raw("docs/schema/configuration-v1.schema.json"),
            "# All that can stand here: \(ProjectAddress.page("docs/environments.md"))",
            "version: 1",
        ]
        return (head + list).map { $0 + "\n" }.joined()
    }

    private var list: [String] {
        if environments.isEmpty { return [] }
        let entries = ["environments:"] + environments.flatMap(lines)
        guard !doubts.isEmpty else { return [""] + Self.purpose + entries }
        return [""] + Self.purpose
            + [
                "# They are comments because with them `sluice check` reports otherwise than without,",
                "# by these rules: \(doubts.joined(separator: ", ")).",
                "# Delete the `# ` in front of each line, check, and keep what is right.",
            ] + entries.map { "# \($0)" }
    }

    private static let purpose = [
        "# Where images are deployed, as directories and files are named. The build of one environment in",
        "# another is an error.",
    ]

    private func lines(of environment: EnvironmentSketch) -> [String] {
        ["  - name: \(environment.name)", "    paths:"]
            + environment.globs.map { "      - '\($0.replacing("'", with: "''"))'" }
    }
}

/// An environment that the names of directories and files speak of, as a configuration can say it.
package struct EnvironmentSketch: Equatable, Sendable {
    package let name: String
    /// Together they contain the manifests that the names speak of, and no others; ascending.
    package let globs: [String]

    /// The environments of a repository's manifests, ascending by name.
    ///
    /// One whose manifests no globs can tell from others is left out.
    package static func all(in paths: [String]) -> [EnvironmentSketch] {
        let tokens = EnvironmentTokens(paths: paths)
        let places = paths.map { (path: $0, names: Set(tokens.tokens(ofPath: $0))) }
        return tokens.present.sorted().compactMap { name in
            let inside = places.filter { $0.names.contains(name) }.map(\.path)
            let outside = places.filter { !$0.names.contains(name) }.map(\.path)
            return EnvironmentGlobs(name: name, inside: inside, outside: outside).sources
                .map { EnvironmentSketch(name: name, globs: $0) }
        }
    }
}

/// The search for globs that contain some manifests and no others.
///
/// Directories that differ in the parts above the environment's name share a glob, with `*` for
/// those parts, wherever that stays true: `apps/*/overlays/staging/**`.
private struct EnvironmentGlobs {
    /// The parts of a path up to the one that names the environment.
    private struct Prefix: Hashable {
        let parts: [String]
        let isDirectory: Bool
    }

    /// More globs than these are no account of a layout any more, so they may begin with `*`.
    private static let readableCount = 6

    private let prefixes: Set<Prefix>
    private let inside: [String]
    private let outside: [String]

    init(name: String, inside: [String], outside: [String]) {
        prefixes = Set(inside.compactMap { Self.prefix(of: $0, naming: name) })
        self.inside = inside
        self.outside = outside
    }

    /// Nil where no globs contain all of the manifests and nothing else.
    var sources: [String]? {
        let byDirectory = sources { $0.parts.first }
        let sources =
            byDirectory.count > Self.readableCount
            ? min(byDirectory, sources { _ in nil }) : byDirectory
        let globs = sources.compactMap(Self.glob)
        let holds = inside.allSatisfy { path in globs.contains { $0.matches(path) } }
        return holds && isExact(globs) && !globs.isEmpty ? sources : nil
    }

    private func min(_ first: [String], _ second: [String]) -> [String] {
        second.count < first.count ? second : first
    }

    /// One glob for each group of prefixes that can share one, else one for each prefix.
    private func sources(groupedBy key: (Prefix) -> String?) -> [String] {
        struct Group: Hashable {
            let count: Int
            let isDirectory: Bool
            let key: String?
        }
        let groups = Dictionary(grouping: prefixes) {
            Group(count: $0.parts.count, isDirectory: $0.isDirectory, key: key($0))
        }
        return groups.values.flatMap { prefixes in
            let shared = Self.source(of: prefixes)
            return Self.glob(shared).map { isExact([$0]) } ?? false
                ? [shared] : prefixes.map { Self.source(of: [$0]) }
        }.sorted()
    }

    private func isExact(_ globs: [GlobPattern]) -> Bool {
        !outside.contains { path in globs.contains { $0.matches(path) } }
    }

    /// The prefixes have the same number of parts.
    private static func source(of prefixes: [Prefix]) -> String {
        let count = prefixes[0].parts.count
        let parts = (0..<count).map { index in
            let names = Set(prefixes.map { $0.parts[index] })
            guard names.count == 1, let name = names.first, name.isPlain else { return "*" }
            return name.quotedForGlob
        }
        return (parts + (prefixes[0].isDirectory ? ["**"] : [])).joined(separator: "/")
    }

    private static func glob(_ source: String) -> GlobPattern? {
        // A glob that is too long is none that could be written.
        try? GlobPattern(source)
    }

    private static func prefix(of path: String, naming name: String) -> Prefix? {
        let parts = path.split(separator: "/").map(String.init)
        if let index = parts.dropLast().firstIndex(where: { $0.lowercased() == name }) {
            return Prefix(parts: Array(parts[...index]), isDirectory: true)
        }
        guard let stem = parts.last?.prefix(while: { $0 != "." }), stem.lowercased() == name
        else { return nil }
        return Prefix(parts: parts, isDirectory: false)
    }
}

extension String {
    /// Whether a reader of the configuration sees every character as it is.
    fileprivate var isPlain: Bool { visible == self }

    /// The glob that contains this name alone.
    fileprivate var quotedForGlob: String {
        String(flatMap { #"\*?[]{},!"#.contains($0) ? ["\\", $0] : [$0] })
    }
}

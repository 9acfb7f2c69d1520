import Foundation
import Rules
import TestSupport
import Testing

/// Compares the definitions, the rules and their examples with each other.
@Suite struct CatalogueTests {
    /// A definition's Markdown file.
    struct DefinitionFile: Sendable, CustomTestStringConvertible {
        let id: String
        let lines: [String]

        var testDescription: String { id }
    }

    private static let rules = PackageFolder.url.appending(path: "rules")

    static let files: [DefinitionFile] = names(in: "definitions").compactMap { name in
        let url = rules.appending(path: "definitions/\(name)")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        return DefinitionFile(
            id: String(name.prefix { $0 != "." }),
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private static func names(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: rules.appending(path: folder).path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private var definitions: [RuleDefinition] { RuleDefinition.all }

    @Test func `every definition has its rule and its examples`() {
        let ids = Self.files.map(\.id)
        #expect(definitions.map(\.id).sorted() == ids)
        #expect(Self.names(in: "examples") == ids)
        for definition in definitions {
            let kinds = definition.fix == .none ? ["bad", "good"] : ["bad", "fix", "good"]
            #expect(Self.names(in: "examples/\(definition.id)") == kinds)
        }
    }

    @Test func `every rule has its own file`() throws {
        let folder = PackageFolder.url.appending(path: "Sources/Rules/Checks")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let expected = allRules.map { "\(type(of: $0)).swift" }
        #expect(names.sorted() == expected.sorted())
        for definition in allRules.map({ type(of: $0).definition }) {
            let words = definition.id.split(separator: "-").map(\.capitalized)
            #expect(names.contains("\(words.joined()).swift"))
        }
    }

    @Test func `the catalogue names every definition`() throws {
        try compare("RuleCatalog.swift") { _ in
            "/// The definitions of all rules, as they are in `definitions/`.\n"
                + "package enum RuleCatalog {\n" + Self.files.map(\.catalogEntry).joined() + "}\n"
        }
    }

    @Test func `the README lists every rule in the order of all rules`() throws {
        try compare("README.md") { text in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
            var last = lines.firstIndex { $0.hasPrefix("| [") } ?? lines.endIndex
            for definition in definitions {
                let place = lines.firstIndex { $0.hasPrefix("| [\(definition.id)]") }
                if let place {
                    lines[place] = definition.row
                } else {
                    lines.insert(definition.row, at: last + 1)
                }
                last = place ?? last + 1
            }
            return lines.joined(separator: "\n")
        }
        let text = try String(contentsOf: Self.rules.appending(path: "README.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| [") }.map(String.init)
        // Only the rows at fault: all of them would fill a screen.
        #expect(rows.difference(from: definitions.map(\.row)).map(\.words) == [])
    }

    /// Compares a file of `rules/` with its text as generated; `RECORD=1` writes it.
    private func compare(_ name: String, with generated: (String) throws -> String) throws {
        let url = Self.rules.appending(path: name)
        let committed = try String(contentsOf: url, encoding: .utf8)
        let text = try generated(committed)
        if Golden.isRecording, text != committed {
            try Data(text.utf8).write(to: url)
            Issue.record("recorded; compare without RECORD")
        } else {
            let isUpToDate = committed == text
            #expect(isUpToDate, "RECORD=1 writes rules/\(name)")
        }
    }

    @Test func `superseded rules exist`() {
        let ids = Set(definitions.map(\.id))
        for definition in definitions { #expect(ids.isSuperset(of: definition.supersedes)) }
    }

    @Test(arguments: files)
    func `a definition has the fixed form`(_ file: DefinitionFile) throws {
        #expect(file.lines.contains("id: \(file.id)"))
        #expect(file.lines.count <= 61, "60 lines, and what follows the last line feed")
        let headings = file.lines.filter { $0.hasPrefix("#") }
        let silent = headings.contains("## Silent when") ? ["## Silent when"] : []
        #expect(
            headings
                == ["# \(file.id)", "## Why", "## Bad", "## Good"] + silent
                + ["## Remedy", "## Sources"])
        let definition = try #require(definitions.first { $0.id == file.id })
        #expect(definition.summary.hasSuffix("."))
    }

    /// The YAML of a definition occurs in the examples.
    @Test(arguments: files)
    func `the blocks of a definition occur in its examples`(_ file: DefinitionFile) throws {
        for (heading, kind) in [("## Bad", "bad"), ("## Good", "good")] {
            let block = try #require(file.block(under: heading))
            let folder = RuleExample.examples.appending(path: "\(file.id)/\(kind)")
            let texts = try TestSupport.files(below: folder).values.map {
                "\n" + String(decoding: $0, as: UTF8.self)
            }
            #expect(texts.contains { $0.contains("\n" + block) }, "\(file.id) \(kind)")
        }
    }
}

extension RuleDefinition {
    /// The rule's row in the table of all rules.
    fileprivate var row: String {
        let fix = self.fix == .none ? "" : " " + self.fix.rawValue
        return "| [\(id)](definitions/\(id).md) | \(severity) |\(fix) | \(summary) |"
    }
}

extension CollectionDifference<String>.Change {
    /// The fault of a list that differs so from the expected one.
    fileprivate var words: String {
        switch self {
        case .insert(_, let row, _): "is not to be there: \(row)"
        case .remove(_, let row, _): "is missing: \(row)"
        }
    }
}

extension CatalogueTests.DefinitionFile {
    /// The constant of `RuleCatalog` with the definition's text.
    fileprivate var catalogEntry: String {
        let words = id.split(separator: "-")
        let name = words[0] + words.dropFirst().map(\.capitalized).joined()
        let resource = words.joined(separator: "_") + "_md"
        let line = "    package static let \(name) = PackageResources.\(resource)\n"
        return line.count <= 101
            ? line
            : "    package static let \(name) = PackageResources\n        .\(resource)\n"
    }

    /// The first YAML block under a heading.
    fileprivate func block(under heading: String) -> String? {
        let rest = lines.drop { $0 != heading }.drop { $0 != "```yaml" }.dropFirst()
        guard !rest.isEmpty else { return nil }
        return rest.prefix { $0 != "```" }.map { $0 + "\n" }.joined()
    }
}

import Foundation
import Rules
import TestSupport
import Testing

/// Holds everything that the rules consist of against each other.
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
        let url = Self.rules.appending(path: "RuleCatalog.swift")
        let text = try String(contentsOf: url, encoding: .utf8)
        let named = text.matches(of: /PackageResources\s*\.([a-z_]+)_md/).map {
            String($0.1).replacing("_", with: "-")
        }
        #expect(named == Self.files.map(\.id))
    }

    @Test func `the read me lists every rule in the order of all rules`() throws {
        let text = try String(contentsOf: Self.rules.appending(path: "README.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| [") }.map(String.init)
        #expect(
            rows
                == definitions.map {
                    let fix = $0.fix == .none ? "" : " " + $0.fix.rawValue
                    return "| [\($0.id)](definitions/\($0.id).md) | \($0.severity) |\(fix) "
                        + "| \($0.summary) |"
                })
    }

    @Test func `superseded rules exist`() {
        let ids = Set(definitions.map(\.id))
        for definition in definitions { #expect(ids.isSuperset(of: definition.supersedes)) }
    }

    @Test(arguments: files)
    func `definition has the fixed form`(_ file: DefinitionFile) throws {
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
    func `blocks occur in the examples`(_ file: DefinitionFile) throws {
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

extension CatalogueTests.DefinitionFile {
    /// The first YAML block under a heading.
    fileprivate func block(under heading: String) -> String? {
        let rest = lines.drop { $0 != heading }.drop { $0 != "```yaml" }.dropFirst()
        guard !rest.isEmpty else { return nil }
        return rest.prefix { $0 != "```" }.map { $0 + "\n" }.joined()
    }
}

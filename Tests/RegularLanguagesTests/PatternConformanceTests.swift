import Foundation
import RegularLanguages
import Testing

/// A line of `Tests/Conformance/regex.jsonl`: the results of Go 1.26's `regexp` for a pattern.
struct PatternVector: Decodable, CustomTestStringConvertible {
    struct Result: Decodable {
        let input: String
        let matched: Bool
        let index: [Int]?
        let groups: [String?]?
        let named: [String: String?]?
        let expanded: String?
    }

    let name: String
    let pattern: String
    let extract: String
    let valid: Bool
    let error: String?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let subexp_names: [String]?
    let results: [Result]?

    var testDescription: String { "\(name) \(pattern)" }

    static let all: [PatternVector] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Conformance/regex.jsonl")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }()
}

@Suite struct PatternConformanceTests {
    @Test func `the whole table is read`() {
        #expect(PatternVector.all.count == 114)
    }

    @Test(arguments: PatternVector.all)
    func `patterns are accepted and matched as in Go`(_ vector: PatternVector) throws {
        guard vector.valid else {
            #expect(throws: PatternError.self) { try Pattern(vector.pattern) }
            return
        }
        let pattern = try Pattern(vector.pattern)
        #expect(pattern.groupNames.map { $0 ?? "" } == vector.subexp_names)
        let template = ExpansionTemplate(vector.extract)
        for result in vector.results ?? [] {
            let match = pattern.firstMatch(in: result.input)
            #expect(match?.offsets == result.index, "on \(result.input)")
            guard let match else { continue }
            let bytes = Array(result.input.utf8)
            let groups = (0..<match.groupCount).map { number in
                match.range(ofGroup: number).map { String(decoding: bytes[$0], as: UTF8.self) }
            }
            #expect(groups == result.groups)
            for (name, text) in result.named ?? [:] {
                let range = match.range(ofGroupNamed: name, in: pattern)
                let taken = range.map { String(decoding: bytes[$0], as: UTF8.self) }
                #expect(taken == text)
            }
            guard let expanded = result.expanded else { continue }
            #expect(template.expanded(with: match, of: pattern, in: bytes) == expanded)
        }
    }

    /// Go quotes the invalid part of a pattern; unless it quotes all of it, our range is the same.
    @Test(arguments: PatternVector.all.filter { !$0.valid })
    func `errors are located as in Go`(_ vector: PatternVector) throws {
        let quoted = try #require(vector.error?.split(separator: "`").last)
        let error = try #require(throws: PatternError.self) { try Pattern(vector.pattern) }
        let fault = Array(vector.pattern.utf8)[error.range]
        let isWholePattern = quoted == vector.pattern
        #expect(isWholePattern || fault.elementsEqual(quoted.utf8) || quoted.hasPrefix("(?<="))
    }
}

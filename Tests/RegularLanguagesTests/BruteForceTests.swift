import Foundation
import RegularLanguages
import Testing

/// Compares all queries on small random patterns with the enumeration of all tags up to length 6
/// over a small alphabet.
///
/// `SLUICE_BRUTE_FORCE_PATTERNS` sets the number of patterns, `SLUICE_BRUTE_FORCE_SEED` the first
/// seed; every pattern has its own seed, which failures show.
@Suite struct BruteForceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = Int(environment["SLUICE_BRUTE_FORCE_PATTERNS"] ?? "") ?? 200
    private static let firstSeed = UInt64(environment["SLUICE_BRUTE_FORCE_SEED"] ?? "") ?? 1

    @Test func `queries agree with an enumeration of tags`() throws {
        print("brute force: \(Self.count) patterns, seeds from \(Self.firstSeed)")
        let alphabets = [try SmallAlphabet("-0a"), try SmallAlphabet("-ab")]
        let wide = try SmallAlphabet("-0ab")
        var previous = try Sample("^a*$", in: wide)
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.count) {
            var patterns = RandomPatterns(seed: seed)
            let text = patterns.next()
            let alphabet = seed % 20 == 0 ? wide : alphabets[Int(seed % 2)]
            let sample = try Sample(text, in: alphabet)
            var problems = sample.problems()
            if previous.alphabet.letters == alphabet.letters {
                problems += sample.problems(with: previous)
                let template = ["$1", "$0", "a$1", "$1-$2", "$2$1", "${1}0"][Int(seed / 2 % 6)]
                problems += try sample.problemsOfExpansion(template, into: previous)
            }
            #expect(problems == [], "seed \(seed), pattern \(text), before \(previous.text)")
            if seed % 2 == 0 || previous.alphabet.letters != alphabet.letters { previous = sample }
        }
    }
}

/// All tags of up to six of the given characters, by length, then by bytes.
struct SmallAlphabet {
    let letters: String
    let tags: [String]
    /// All tags of these characters, of any length.
    let language: Language

    /// The characters must be ascending.
    init(_ letters: String) throws {
        self.letters = letters
        var layer = letters.map(String.init).filter(TagUniverse.contains)
        var all = layer
        for _ in 2...6 {
            layer = layer.flatMap { start in letters.map { start + String($0) } }
            all += layer
        }
        tags = all
        let set = letters.utf8.reduce(ASCIISet()) { $0.union(ASCIISet($1)) }
        language = try Language(.oneOrMore(.characters(set)))
    }
}

/// A pattern with the tags that enumeration finds.
private struct Sample {
    /// Above the default, so that the few patterns that explode are compared as well.
    static let budget = 100_000_000

    let text: String
    let alphabet: SmallAlphabet
    let pattern: Pattern
    /// Restricted to the alphabet.
    let language: Language
    let members: [String]
    let memberSet: Set<String>

    init(_ text: String, in alphabet: SmallAlphabet) throws {
        self.text = text
        self.alphabet = alphabet
        let pattern = try Pattern(text)
        self.pattern = pattern
        language = try Language(matching: pattern).intersection(alphabet.language)
        language.checkInvariants()
        let reference = ReferenceLanguage(pattern: pattern)
        members = alphabet.tags.filter { reference.contains(Array($0.utf8)) }
        memberSet = Set(members)
    }

    func problems() -> [String] {
        var result: [String] = []
        var matcher = PatternMatcher(pattern)
        var stepwise = PatternMatcher(pattern, depthFirstLimit: 0)
        for (index, tag) in alphabet.tags.enumerated() {
            let isMember = memberSet.contains(tag)
            if language.contains(tag) != isMember { result.append("language on \(tag)") }
            let bytes = Array(tag.utf8)
            let match = matcher.firstMatch(in: bytes)
            if (match != nil) != isMember { result.append("matcher on \(tag)") }
            // The slow matchers get all short tags and some of the long ones.
            guard index < 60 || index % 37 == 0 else { continue }
            if stepwise.firstMatch(in: bytes) != match { result.append("stepwise on \(tag)") }
            if pattern.root.repeatsEmptyText { continue }
            let reference = ReferenceMatcher(pattern: pattern, text: bytes)
            let expected = reference.firstMatch()
            if !reference.gaveUp, match?.offsets != expected {
                result.append("submatches on \(tag)")
            }
        }
        result += problems(of: language, against: members, name: "member")
        let others = alphabet.tags.filter { !memberSet.contains($0) }
        let complement = language.complement.intersection(alphabet.language)
        result += problems(of: complement, against: others, name: "complement")
        if let graph = try? MemberGraph(language) {
            let walked = Array(graph.members.prefix(members.count))
            if walked != members { result.append("members in order") }
            if graph.samples(5).contains(where: { !language.contains($0) }) {
                result.append("samples")
            }
            let prefix = graph.literalPrefix
            if !members.allSatisfy({ $0.hasPrefix(prefix) }) { result.append("prefix \(prefix)") }
        }
        return result
    }

    func problems(with other: Sample) -> [String] {
        let common = members.filter(other.memberSet.contains)
        let rest = members.filter { !other.memberSet.contains($0) }
        let either = alphabet.tags.filter {
            memberSet.contains($0) || other.memberSet.contains($0)
        }
        var result = problems(
            of: language.intersection(other.language), against: common, name: "intersection")
        result += problems(
            of: language.subtracting(other.language), against: rest, name: "difference")
        result += problems(of: language.union(other.language), against: either, name: "union")
        switch language.containment(in: other.language, budget: Self.budget) {
        case .yes: if !rest.isEmpty { result.append("containment holds") }
        case .no(let witness):
            if rest.first ?? witness != witness { result.append("containment: \(witness)") }
        case .undecided: result.append("containment undecided")
        }
        return result
    }

    /// Compares the shortest member with the first enumerated one, or, beyond length 6, with the
    /// matcher.
    private func problems(
        of language: Language, against members: [String], name: String
    ) -> [String] {
        switch language.shortestMember(budget: Self.budget) {
        case .none: members.isEmpty ? [] : ["\(name): none, but \(members[0])"]
        case .undecided: ["\(name): undecided"]
        case .found(let tag):
            if let first = members.first {
                tag == first ? [] : ["\(name): \(tag) instead of \(first)"]
            } else {
                tag.utf8.count > 6 && language.contains(tag) ? [] : ["\(name): \(tag)"]
            }
        }
    }
}

extension Sample {
    /// Checks that the language of a template's values contains the enumerated tags, and only
    /// tags that match.
    func problemsOfExpansion(_ template: String, into values: Sample) throws -> [String] {
        let parsed = ExpansionTemplate(template)
        let candidates = try Language(
            matching: pattern, expanding: parsed, into: Language(matching: values.pattern))
        candidates.checkInvariants()
        var result: [String] = []
        let reference = ReferenceLanguage(pattern: values.pattern)
        for tag in members {
            guard let match = pattern.firstMatch(in: tag) else { continue }
            let value = parsed.expanded(with: match, of: pattern, in: Array(tag.utf8))
            if reference.contains(Array(value.utf8)), !candidates.contains(tag) {
                result.append("value \(value) of \(tag)")
            }
        }
        for tag in alphabet.tags where candidates.contains(tag) && !memberSet.contains(tag) {
            result.append("candidate \(tag)")
        }
        return result
    }
}

import RegularLanguages
import Testing

@Suite struct ScalarSetTests {
    typealias Case = (pattern: String, inside: String, outside: String)

    /// Members according to Go 1.26's `regexp/syntax` and Unicode 15.0.
    static let cases: [Case] = [
        ("\\d", "09", "a٣"),
        ("\\w", "aZ0_", "-é\u{17F}"),
        ("\\s", "\t\n\u{C}\r ", "\u{B}\u{A0}"),
        ("\\W", "-é", "a_"),
        ("[^\\D]", "5", "x"),
        ("[\\d\\-a]", "1-a", "b"),
        ("[]a]", "]a", "b"),
        ("[a-]", "a-", "b"),
        ("[--/]", "-./", ",0"),
        ("[[:alpha:]_]", "aZ_", "0é"),
        ("[[:^alpha:]]", "0é", "a"),
        ("[[:space:]]", "\u{B} ", "a"),
        ("[[:word:]]", "a_0", "-"),
        ("[[:xdigit:]]", "aF9", "g"),
        ("[[:punct:]]", "!_~", "a "),
        ("[[=a=]", "[=a", "b"),
        ("(?i)[k]", "kK\u{212A}", "l"),
        ("(?i)s", "sS\u{17F}", "t"),
        ("(?i)\u{212A}", "kK\u{212A}", "l"),
        ("(?i)[^k]", "l", "kK\u{212A}"),
        ("(?i)\\w", "a\u{17F}\u{212A}", "-é"),
        ("(?i)\\W", "-é", "a\u{17F}\u{212A}"),
        ("(?i)[a-c]", "Bb", "d"),
        ("(?i)é", "éÉ", "e"),
        ("(?i)ß", "ß", "s"),
        ("(?i)ı", "ı", "iI"),
        ("\\pL", "aéß中", "1-"),
        ("\\pl", "aé", "1"),
        ("\\p{Lu}", "AÉ", "aé"),
        ("(?i)\\p{Lu}", "AaÉé", "1中"),
        ("\\PN", "a", "1٣½"),
        ("\\p{^N}", "a", "1"),
        ("\\P{^N}", "1", "a"),
        ("\\p{Greek}", "", "aд"),
        ("\\p{latin}", "aZ", "α1-"),
        ("\\p{Common}", "1-. ", "aα"),
        ("\\P{Canadian_Aboriginal}", "a", ""),
        ("\\p{Uppercase_Letter}", "A", "a"),
        ("\\p{__upper case-let ter}", "A", "a"),
        ("\\p{Any}", "a\n中", ""),
        ("\\p{ASCII}", "a\u{7F}", "é"),
        ("(?i)\\p{ascii}", "a\u{17F}\u{212A}", "é"),
        ("\\p{Assigned}", "a中", "\u{378}\u{11BC0}"),
        ("\\p{LC}", "aA\u{1C5}", "中1"),
        ("\\p{Cn}", "\u{378}", "a"),
        ("\\p{P}", "!-", "a+"),
        (".", "a中", "\n"),
        ("(?s).", "a\n", ""),
        ("\\x{1F600}", "😀", "a"),
        ("\\101\\Q\\E", "A", "B"),
        ("\\0", "\0", "0"),
    ]

    @Test(arguments: cases)
    func `members are those of Go`(_ item: Case) throws {
        let set = try #require(try Pattern(item.pattern).root.characters)
        for scalar in item.inside.unicodeScalars {
            #expect(set.contains(scalar.value), "\(scalar)")
        }
        for scalar in item.outside.unicodeScalars {
            #expect(!set.contains(scalar.value), "\(scalar)")
        }
    }

    @Test(arguments: cases)
    func `the ASCII set has the same members`(_ item: Case) throws {
        let set = try #require(try Pattern(item.pattern).root.characters)
        let members = (UInt8(0)..<0x80).filter { set.contains(UInt32($0)) }
        #expect(Array(set.ascii) == members)
    }

    @Test func `case folding of ASCII agrees with the table`() throws {
        for byte in UInt8(ascii: "!")..<0x7F {
            let set = try #require(
                try Pattern("(?i)\\x{\(String(byte, radix: 16))}").root.characters)
            let character = Character(Unicode.Scalar(byte))
            let expected = Set([character.lowercased(), character.uppercased()])
            #expect(Set(set.ascii.map { String(Unicode.Scalar($0)) }) == expected)
        }
    }
}

@Suite struct ASCIISetTests {
    @Test func `members are in order`() {
        let set = ASCIISet(charactersOf: "zaM0-")
        #expect(set.map { $0 } == [0x2D, 0x30, 0x4D, 0x61, 0x7A])
        #expect(set.first == 0x2D && set.count == 5)
        #expect(ASCIISet.all.count == 128 && ASCIISet.all.inverse.isEmpty)
        #expect(ASCIISet(0x7F...0x7F).contains(0x7F) && !ASCIISet.all.contains(0x80))
    }
}

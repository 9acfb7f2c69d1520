import RegularLanguages
import SemanticVersions
import TagPolicies
import TestSupport
import Testing

/// Compares the languages of ranges with the comparison of parsed versions.
@Suite struct VersionLanguageTests {
    private static let majors = ["0", "1", "2", "10", "99", "100", "01"]
    private static let minors = ["0", "1", "2", "3", "10"]
    private static let patches = ["0", "1", "3", "4", "02"]
    private static let preReleases = [
        "", "0", "1", "2", "10", "alpha", "alpha.1", "alpha.2", "alpha.10", "alpha.b", "alphb",
        "alph", "beta", "rc1", "rc.1", "rc.1.0", "rc.2", "rc.01", "-", "-0", "0a", "1a", "A", "z.z",
        "3.4", "0.0", "0.0.0", "1-2", "beta-1.x",
    ]

    /// Short and long versions, unusual forms, and invalid texts.
    private static let texts: [String] = {
        var texts: [String] = ["", "v", "latest", "1", "1.2", "v1.2", "1.2.3.4", "1..2", "1.2.3_1"]
        for preRelease in preReleases {
            let suffix = preRelease.isEmpty ? "" : "-" + preRelease
            for major in majors {
                texts += [major + suffix, "v\(major)" + suffix]
                for minor in minors {
                    texts.append("\(major).\(minor)" + suffix)
                    texts += patches.map { "\(major).\(minor).\($0)" + suffix }
                }
            }
        }
        return texts
    }()

    private static let candidates: [(text: String, version: Version?)] = texts.map {
        ($0, try? Version(candidate: $0))
    }

    @Test(arguments: [
        "*", ">=0.0.0-0", "^1", "~1.2", "1.2.3", "=1.2.3-alpha", "!=1.2.3", "!=1.2.3-alpha,>0-0",
        "!=1.2.x", "!=1.2.x-alpha", "!=1.2.x, >=1.0.0-0, !=1.2.x-rc.1", "!=1.x-0", "!=*", ">1",
        ">1.2", ">*", ">=1.2", "<1.2.3", "<1.2.3-alpha.2", "<=1", "<=1.2", "<=*", "<=1.2.3-rc.1",
        ">1.2.3-alpha.1 <1.2.3-rc", ">=1.2.3-0 <1.2.3", ">=1.0.0-alpha <2.0.0-beta", "^0.1",
        "^0.0.3", "^0.0", "^0", "^*", "~0.0.0", "^1 || ^3-0", "1.1.0 - 2.2.2-rc.1", "<0.0.0-0",
        ">=10 <11.2 || 3.x", ">2 <1", ">=1.0.0-1 <1.0.0-a", ">1.0.0--", "<1.0.0-1a >=1.0.0-1",
        ">=1.0.0-rc.1.0 <=1.0.0-rc.2", ">=99.0.0 <=100.1", "^18446744073709551615", "~2.99.x",
        ">=1.2.3-alpha.b,<=1.2.3-alpha.b", ">=1.0.0-alph <=1.0.0-alphb",
    ])
    func `the language contains the versions that satisfy the range`(_ text: String) throws {
        let constraint = try VersionConstraint(text)
        let language = try Language(constraint.language)
        for (text, version) in Self.candidates {
            let isSatisfied = version.map(constraint.isSatisfied) ?? false
            if language.contains(text) != isSatisfied {
                Issue.record("`\(text)` in `\(constraint.text)`: \(isSatisfied)")
            }
        }
    }

    @Test func `languages agree with the conformance table`() throws {
        struct Case: Decodable {
            let constraint: String
            let versions: [String]
        }
        let cases = try ConformanceTable.cases(Case.self, in: "semver.jsonl")
        for test in cases {
            guard let constraint = try? VersionConstraint(test.constraint) else { continue }
            let language = try Language(constraint.language)
            for text in test.versions where TagUniverse.contains(text) {
                let version = try? Version(candidate: text)
                let isSatisfied = version.map(constraint.isSatisfied) ?? false
                guard text.utf8.count < 20 else { continue }
                #expect(language.contains(text) == isSatisfied, "`\(text)` in `\(test.constraint)`")
            }
        }
    }

    @Test func `numbers of 20 digits are never excluded`() throws {
        let constraint = try VersionConstraint(">=18446744073709551615.0.0-18446744073709551616")
        let language = try Language(constraint.language)
        for text in [
            "18446744073709551615.0.0", "18446744073709551615.0.0-18446744073709551616",
            "18446744073709551615.0.0-18446744073709551617.a", "018446744073709551615.1.0",
        ] {
            #expect(constraint.isSatisfied(by: try Version(text)), "\(text)")
            #expect(language.contains(text), "\(text)")
        }
        #expect(!language.contains("18446744073709551614.0.0"))
    }
}

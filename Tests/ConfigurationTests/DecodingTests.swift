import RegularLanguages
import SourceText
import Testing
import YAMLSyntax

@testable import Configuration

@Suite struct DecodingTests {
    @Test func `every key of the example is decoded`() throws {
        let configuration = try Sample.configuration(Sample.complete)
        #expect(configuration.profile.value == .recommended)
        #expect(configuration.fluxVersion?.value == FluxVersion(minor: 9))
        #expect(configuration.allows(image: "ghcr.io/org/team/web"))
        #expect(!configuration.allows(image: "docker.io/org/web"))
        #expect(configuration.isExternal(policy: "flux-system/shared-web"))
        #expect(!configuration.isExternal(policy: "flux-system/web"))
        #expect(configuration.excludes(path: "charts/web/values.yaml"))
        #expect(!configuration.excludes(path: "apps/charts/values.yaml"))
        #expect(!configuration.isStrict)

        let production = try #require(configuration.environment(named: "production"))
        #expect(configuration.environments.map(\.name.value) == ["staging", "production"])
        #expect(production.holds(path: GlobSubject("clusters/production/web/app.yaml")))
        #expect(production.holds(namespace: "prod-eu"))
        #expect(!production.holds(namespace: "eu-prod"))
        #expect(production.holds(cluster: "clusters/production"))
        #expect(production.images?.map(\.value.source) == ["ghcr.io/org/**"])
        #expect(production.tags?.value.matches("production-v1.2.3-0a1b2c3-1700000000") == true)
        #expect(production.tags?.value.matches("staging-v1.2.3-0a1b2c3-1700000000") == false)
        #expect(production.identity?.value == .either)
        #expect(production.promotesFrom?.value == "staging")
        #expect(production.promotedTag?.value == ExpansionTemplate("production-$1-$2"))
        #expect(configuration.promotionIdentity?.value.groupNames.count == 3)
        #expect(production.isProtected.value)
    }

    @Test func `every value has its location`() throws {
        let configuration = try Sample.configuration(Sample.complete)
        let production = configuration.environments[1]
        let ignore = configuration.settings(of: Sample.rules[0]).exemptions[0]
        func text(_ span: SourceSpan?) -> String? {
            span.map { String(decoding: Array(Sample.complete.utf8)[$0.range], as: UTF8.self) }
        }
        #expect(text(configuration.profile.span) == "recommended")
        #expect(text(configuration.fluxVersion?.span) == "\"2.9\"")
        #expect(text(configuration.excluded[0].span) == "\"charts/**\"")
        #expect(text(production.name.span) == "production")
        #expect(text(production.tags?.span)?.hasPrefix("'^production-v") == true)
        #expect(text(production.isProtected.span) == "true")
        #expect(text(ignore.until?.span) == "2027-01-01")
        #expect(text(ignore.span)?.hasPrefix("{ image:") == true)
    }

    @Test(arguments: Fault.faulty + Fault.custom)
    func `a problem has its location and a suggestion`(
        _ fault: Fault
    ) {
        #expect(Sample.problems(fault.text) == fault.problems)
    }

    @Test func `all problems are reported in the order of their locations`() {
        let text = """
            rules:
              image-floating-tag: { severty: note, ignore: 8 }
            environments:
              - name: dev
                path: [a]
                promotesFrom: def
            exclude: [a//b]
            """
        #expect(
            Sample.problems(text) == [
                "1:1: the key `version` is missing",
                "2:25: unknown key `severty`; did you mean `severity`?",
                "2:48: expected a list, found a number",
                "5:5: unknown key `path`; did you mean `paths`?",
                "6:19: no environment is called `def`; did you mean `dev`?",
                "7:13: a glob neither begins nor ends with a slash, nor has two in a row; "
                    + "did you mean `a/b`?",
            ])
    }

    @Test func `aliases are resolved`() throws {
        let configuration = try Sample.configuration(
            """
            version: 1
            exclude: &globs [a/**]
            environments: [{ name: x, paths: *globs }]
            """)
        #expect(configuration.environments(ofPath: "a/b").map(\.name.value) == ["x"])
    }

    @Test func `columns count scalars, behind a byte order mark and carriage returns too`() {
        #expect(
            Sample.problems("\u{FEFF}version: 1\r\nexclude: [\"é🚀\", 1]\r\n")
                == ["2:17: expected a glob, found a number; did you mean `\"1\"`?"])
    }

    @Test func `UTF-16 is read like UTF-8`() {
        let units = Array("\u{FEFF}version: 1\nexclude: [é, 1]".utf16)
        func problems(_ bytes: [UInt8]) -> [ConfigurationProblem] {
            do throws(ConfigurationError) {
                _ = try RepositoryConfiguration(bytes, path: ".sluice.yaml", rules: [])
                return []
            } catch {
                return error.problems
            }
        }
        let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(problems(bytes).map(\.position.column) == [14])
        #expect(problems(bytes + [0]).map(\.reason) == [.syntax(.invalidEncoding)])
        #expect(problems([0x61, 0xFF]).count == 1)
    }

    @Test func `the length with aliases written out is limited`() {
        let globs = "exclude: &g [\(String(repeating: "a,", count: 900))]\n"
        let environments = (0..<900).map { "- { name: e\($0), paths: *g }\n" }.joined()
        #expect(
            Sample.problems("version: 1\n\(globs)environments:\n\(environments)").last?
                .hasSuffix("longer than 262144 bytes, aliases written out") == true)
        #expect(
            Sample.problems(String(repeating: "#", count: 262_145))
                == ["1:1: longer than 262144 bytes, aliases written out"])
    }

    @Test func `the numbers of items and problems are limited`() {
        let items = String(repeating: "a,", count: 1_001)
        #expect(
            Sample.problems("version: 1\nexclude: [\(items)]") == ["2:2011: more than 1000 items"])
        let keys = (0..<200).map { "key\($0): 1\n" }.joined()
        let problems = Sample.problems("version: 1\n\(keys)")
        #expect(problems.count == 101)
        #expect(problems.last == "102:1: more than 100 problems")
    }
}

@Suite struct CalendarDayTests {
    @Test(arguments: [
        ("2027-01-01", true), ("2028-02-29", true), ("2027-02-29", false), ("2100-02-29", false),
        ("2027-13-01", false), ("2027-00-01", false), ("2027-04-31", false), ("0000-01-01", false),
        ("2027-1-01", false), ("27-01-01", false), ("2027-01-01T00:00", false), ("", false),
        ("2027--1-01", false), ("+027-01-01", false), ("２０27-01-01", false),
    ]) func `a day is read if it exists in the calendar`(text: String, isDay: Bool) {
        #expect(CalendarDay(text)?.description == (isDay ? text : nil))
    }
}

import GoTemplates
import TestSupport
import Testing

/// Expectations computed by image-automation-controller v1.2.1, and v0.41.2 for the old fields.
@Suite struct TemplateConformanceTests {
    static let cases: [TemplateVector] = (try? ConformanceTable.cases(in: "template.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.cases.count == 113)
    }

    @Test(arguments: cases)
    func `a message is that of Flux`(_ test: TemplateVector) throws {
        let data = try #require(test.data).commit
        let rendering = Rendering(test.template, data)
        if let possible = test.possibleOutputs {
            #expect(possible.map(Rendering.init(text:)).contains(rendering))
        } else {
            let wanted = test.bytes.map(Rendering.text) ?? .failure(test.errorStage ?? "")
            #expect(rendering == wanted || rendering.isNotRendered)
        }
    }

    @Test func `few messages use functions that are not rendered`() throws {
        let left = try Self.cases.filter { test in
            Rendering(test.template, try #require(test.data).commit).isNotRendered
        }
        let sprig = [
            "untitle", "nospace", "abbrevboth", "adler32sum", "b64enc", "semverCompare",
            "semverCompare-bad", "urlParse", "toDate", "toDate-bad", "with-sprig",
        ]
        let names = ["lang-js", "lang-printf-missing", "lang-printf-extra"]
        #expect(left.compactMap(\.name) == names + sprig.map { "sprig-\($0)" })
    }

    @Test func `the table has old fields, with their output and without`() {
        let legacy = Self.cases.compactMap(\.legacy)
        #expect(legacy.count == 15)
        #expect(legacy.filter { $0.output == nil }.count == 2)
        #expect(legacy.filter { $0.possibleOutputs != nil }.count == 3)
    }

    @Test(arguments: cases.filter { $0.legacy != nil })
    func `a message with old fields is that of Flux`(_ test: TemplateVector) throws {
        let data = try #require(test.data).commit
        let legacy = try #require(test.legacy)
        let rendering = Rendering(
            test.template, data, in: DataModel(fluxMajor: 2, minor: 6))
        guard let output = legacy.output else {
            #expect(rendering == .failure("execute"))
            return
        }
        guard legacy.possibleOutputs != nil, case .text(let bytes) = rendering else {
            #expect(rendering == Rendering(text: output))
            return
        }
        // The table has a few of the many possible orders, so other orders of the same bytes are
        // accepted.
        #expect(bytes.sorted() == output.utf8.sorted())
    }

    /// At least the removed and unknown fields that a template reads in any case are certain.
    @Test func `certain errors are errors in Flux too`() throws {
        var certain: [String: Int] = [:]
        for test in Self.cases where test.errorStage != "parse" {
            guard let error = try Template(test.template).certainError() else { continue }
            let stage = error.stage.rawValue
            certain[stage, default: 0] += 1
            #expect(test.errorStage == stage, "\(test.testDescription)")
        }
        #expect(certain["removed_field", default: 0] >= 8)
        #expect(certain["execute", default: 0] >= 3)
    }
}

/// Expectations computed by Go 1.26.0 `text/template` with sprig v3.3.0 over generated templates.
///
/// The data is that of the case `fields-08--one` of `template.jsonl`.
@Suite struct TemplateLanguageTests {
    static let cases: [TemplateVector] =
        (try? ConformanceTable.cases(in: "template-language.jsonl")) ?? []
    static let data = TemplateConformanceTests.cases.first { $0.name == "fields-08--one" }?.data

    @Test func `the whole table is read`() {
        #expect(Self.cases.count == 1248)
        #expect(Self.data != nil)
    }

    @Test func `every template renders as in Go`() throws {
        let data = try #require(Self.data).commit
        var left = 0
        for test in Self.cases {
            let wanted = test.bytes.map(Rendering.text) ?? .failure(test.errorStage ?? "")
            let rendering = Rendering(test.template, data)
            if rendering.isNotRendered {
                left += 1
            } else {
                #expect(rendering == wanted, "\(test.template)")
            }
        }
        #expect(left == 354)
    }

    @Test func `no certain error is reported where Go renders`() throws {
        let rendered = Self.cases.filter { $0.errorStage == nil }
        #expect(rendered.count == 817)
        for test in rendered {
            let error = try Template(test.template).certainError()
            #expect(error == nil, "\(test.template)")
        }
    }
}

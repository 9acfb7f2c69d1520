import Foundation
import Rules
import SourceText
import TestSupport
import Testing
import Triage

@testable import Reports

@Suite struct SARIFReportTests {
    private static func text(_ report: CheckReport) -> String {
        report.rendered(as: .sarif, options: Sample.options())
    }

    /// The document as plain dictionaries, read by another reader than our own.
    private static func run(_ report: CheckReport) throws -> [String: Any] {
        let document = try JSONSerialization.jsonObject(with: Data(text(report).utf8))
        let runs = try #require((document as? [String: Any])?["runs"] as? [[String: Any]])
        try #require(runs.count == 1)
        return runs[0]
    }

    private static func results(_ report: CheckReport) throws -> [[String: Any]] {
        try #require(run(report)["results"] as? [[String: Any]])
    }

    @Test(
        .enabled(if: Python.sarifSchema != nil, "the SARIF schema is not beside the package"),
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"),
        arguments: [Sample.complete, Sample.hostile, Sample.empty])
    func `the document is valid by the standard's schema`(_ report: CheckReport) throws {
        let schema = try #require(Python.sarifSchema)
        #expect(try Python.schemaErrors(Self.text(report), schema: schema) == "")
    }

    @Test(.enabled(if: Python.has("sarif"), "sarif-tools is not installed"))
    func `an independent reader finds the results`() throws {
        let result = try Python.sarifSummary(Self.text(Sample.complete))
        #expect(result.status == 0)
        #expect(result.output.contains("image-untagged"))
    }

    @Test func `properties that are not requested are absent`() throws {
        let run = try Self.run(Sample.complete)
        #expect(run["automationDetails"] == nil && run["versionControlProvenance"] == nil)
    }

    @Test(
        .enabled(if: Python.sarifSchema != nil, "the SARIF schema is not beside the package"),
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed")
    ) func `the category and the address of the repository are written`() throws {
        let report = CheckReport(
            origin: .commit("0123abc"), fileCount: 0, findings: [], notChecked: [])
        let options = ReportOptions(
            tool: Sample.tool, rules: Sample.rules, category: "fleet/apps",
            repositoryURI: "https://example.org/org/fleet")
        let text = report.rendered(as: .sarif, options: options)
        #expect(text.contains(#""automationDetails":{"id":"fleet/apps/"}"#))
        #expect(
            text.contains(
                #""versionControlProvenance":[{"repositoryUri":"https://example.org/org/fleet","#
                    + #""revisionId":"0123abc"}]"#))
        let schema = try #require(Python.sarifSchema)
        #expect(try Python.schemaErrors(text, schema: schema) == "")
    }

    @Test func `results are present when there are none`() throws {
        #expect(try Self.results(Sample.empty).isEmpty)
    }

    @Test func `every rule is described in full`() throws {
        let tool = try #require(Self.run(Sample.empty)["tool"] as? [String: [String: Any]])
        let rules = try #require(tool["driver"]?["rules"] as? [[String: Any]])
        #expect(
            rules.compactMap { $0["id"] as? String }
                == ["image-untagged", "marker-malformed", "policy-unused"])
        let note = rules[2]
        #expect(
            (note["fullDescription"] as? [String: String])?["text"]
                == "An image without a tag. Nobody knows what runs.")
        #expect(note["name"] as? String == "PolicyUnused")
        #expect((note["defaultConfiguration"] as? [String: String])?["level"] == "note")
        let properties = try #require(note["properties"] as? [String: Any])
        #expect(properties["problem.severity"] as? String == "recommendation")
        #expect(properties["tags"] as? [String] == ["gitops", "policy"])
    }

    @Test func `a result has its location, fingerprints, links and safe fix`() throws {
        let result = SARIFResult(
            reported: Sample.complete.findings[1], rules: SARIFRules(Sample.rules),
            options: Sample.options(), isCompared: false
        ).value
        #expect(
            result.line == #"""
                {"codeFlows":[{"threadFlows":[{"locations":[\#
                {"location":{"message":{"text":"the policy"},\#
                "physicalLocation":{"artifactLocation":\#
                {"uri":"apps/policy.yaml","uriBaseId":"%SRCROOT%"},"region":\#
                {"endColumn":18,"endLine":1,"startColumn":7,"startLine":1}}}},\#
                {"location":{"message":{"text":"image `nginx` has no tag"},\#
                "physicalLocation":{"artifactLocation":\#
                {"uri":"apps/web.yaml","uriBaseId":"%SRCROOT%"},"region":\#
                {"endColumn":15,"endLine":3,"startColumn":10,"startLine":3}}}}]}]}],\#
                "fingerprints":{"sluice/v1":"d72df5ab6093a1e54029512ba263c415"},\#
                "fixes":[{"artifactChanges":[{"artifactLocation":\#
                {"uri":"apps/web.yaml","uriBaseId":"%SRCROOT%"},"replacements":[{"deletedRegion":\#
                {"endColumn":15,"endLine":3,"startColumn":15,"startLine":3},\#
                "insertedContent":{"text":":1.27"}}]}],"description":{"text":"name the tag"}}],\#
                "level":"error","locations":[{"physicalLocation":{"artifactLocation":\#
                {"uri":"apps/web.yaml","uriBaseId":"%SRCROOT%"},"region":\#
                {"endColumn":15,"endLine":3,"startColumn":10,"startLine":3}}}],\#
                "message":{"text":"image `nginx` has no tag. See [the policy](1)"},\#
                "partialFingerprints":{"primaryLocationLineHash":"789e2b61aef04feb:1"},\#
                "relatedLocations":[{"id":1,"message":{"text":"the policy"},\#
                "physicalLocation":{"artifactLocation":\#
                {"uri":"apps/policy.yaml","uriBaseId":"%SRCROOT%"},"region":\#
                {"endColumn":18,"endLine":1,"startColumn":7,"startLine":1}}}],\#
                "ruleId":"image-untagged","ruleIndex":0}

                """#)
    }

    @Test func `columns count UTF-16 units and text is escaped for messages`() throws {
        let result = try #require(Self.results(Sample.hostile).first)
        let message = try #require(result["message"] as? [String: String])
        #expect(
            message["text"]
                == "pattern `\\[a-z\\]{2}\\\\.\\[0-9\\](1)\u{1B}\\]0;x\u{7}` \u{2028}ends"
                + ". See [\\[policy\\](2) \\\\](1)")
        let locations = try #require(result["locations"] as? [[String: [String: [String: Any]]]])
        let place = try #require(locations[0]["physicalLocation"])
        #expect(
            place["artifactLocation"]?["uri"] as? String
                == "./a%20b%23%3F%25:%C3%A9%F0%9F%9A%80/%1B%5B31m%E2%80%AEx%0A.yaml")
        #expect(place["region"]?["startColumn"] as? Int == 15)
        #expect(place["region"]?["endColumn"] as? Int == 24)
    }

    @Test func `the most severe results come first and the rest is counted`() throws {
        let files = ["a.yaml": "x"]
        let notes = (0..<SARIFReport.resultLimit).map { index in
            Sample.finding(
                "x", in: "a.yaml", of: files, severity: .note, message: "note \(index)")
        }
        let error = Sample.finding("x", in: "a.yaml", of: files, rule: "z-last")
        let run = try Self.run(Sample.report(notes + [error], of: files))
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == SARIFReport.resultLimit)
        #expect(results[0]["level"] as? String == "error")
        let invocations = try #require(run["invocations"] as? [[String: Any]])
        let notifications = try #require(
            invocations[0]["toolExecutionNotifications"] as? [[String: Any]])
        #expect(
            (notifications[0]["message"] as? [String: String])?["text"]
                == "1 less severe result left out: a report holds 25000")
    }

    @Test func `every item not checked is a notification`() throws {
        let invocations = try #require(
            Self.run(Sample.complete)["invocations"] as? [[String: Any]])
        #expect(invocations[0]["executionSuccessful"] as? Bool == true)
        let notifications = try #require(
            invocations[0]["toolExecutionNotifications"] as? [[String: Any]])
        #expect(
            notifications.map { ($0["message"] as? [String: String])?["text"] }
                == ["not checked: holds a variable", "not checked: does not parse"])
    }
}

@Suite struct RelativeURITests {
    @Test(arguments: [
        ("apps/web.yaml", "apps/web.yaml"),
        ("a b/ü.yaml", "a%20b/%C3%BC.yaml"),
        ("100%/#1?.yaml", "100%25/%231%3F.yaml"),
        ("c:d/e:f.yaml", "./c:d/e:f.yaml"),
        ("d/e:f.yaml", "d/e:f.yaml"),
        ("a\\b\n\u{1}.yaml", "a%5Cb%0A%01.yaml"),
        ("[x]{y}|^`\"<>", "%5Bx%5D%7By%7D%7C%5E%60%22%3C%3E"),
    ]) func `paths become URI references`(_ path: String, _ expected: String) {
        #expect(RelativeURI.reference(toPath: path) == expected)
    }

    @Test func `every result lists its suppressions`() throws {
        let sample = Sample.complete
        let options = ReportOptions(
            tool: Sample.tool, rules: Sample.rules, includesAccepted: true)
        let text = sample.rendered(as: .sarif, options: options)
        let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let run = try #require((log?["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let suppressions = results.compactMap { $0["suppressions"] as? [[String: Any]] }
        #expect(suppressions.count == results.count)
        #expect(
            suppressions.flatMap(\.self).compactMap { $0["kind"] as? String }.sorted()
                == ["external", "inSource", "inSource"])
    }
}

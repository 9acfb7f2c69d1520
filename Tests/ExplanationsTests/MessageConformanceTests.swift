import Configuration
import Explanations
import Foundation
import GoTemplates
import TestSupport
import Testing

/// Messages of image-automation-controller 1.2.1, and 0.41.2 with the older fields, asked through
/// files of data and JSON.
@Suite struct MessageConformanceTests {
    /// A line of `template.jsonl`, with its data as JSON.
    struct Vector: Sendable, CustomTestStringConvertible {
        /// The result of one version of Flux for the template.
        struct Outcome: Sendable {
            let output: String?
            let base64: String?
            let stage: String?
            let possibleOutputs: [String]?
        }

        let name: String
        let template: String
        let data: [UInt8]
        let outcome: Outcome
        let legacy: Outcome?

        var testDescription: String { name }
    }

    static let vectors: [Vector] = (try? Vector.all) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.vectors.count == 113)
    }

    @Test(arguments: vectors)
    func `a message is that of Flux`(_ vector: Vector) throws {
        let answer = try vector.answer(version: nil)
        if answer.isNotRendered { return }
        if let possible = vector.outcome.possibleOutputs {
            #expect(possible.contains(answer.message ?? ""))
        } else {
            #expect(answer.error?.stage == vector.outcome.stage)
            #expect(answer.messageBase64 == vector.outcome.base64)
            if vector.outcome.base64 == nil { #expect(answer.message == vector.outcome.output) }
        }
    }

    @Test(arguments: vectors.filter { $0.legacy != nil })
    func `a message with old fields is that of Flux`(_ vector: Vector) throws {
        let legacy = try #require(vector.legacy)
        let answer = try vector.answer(version: FluxVersion("2.6"))
        if answer.isNotRendered { return }
        #expect((answer.message == nil) == (legacy.output == nil))
        // Of the many orders in which 0.41.2 may write, the table has a few.
        #expect(answer.message?.utf8.sorted() == legacy.output?.utf8.sorted())
        if legacy.possibleOutputs == nil { #expect(answer.message == legacy.output) }
    }

    /// The output of `--output json`.
    struct Answer: Decodable {
        /// The tests of `GoTemplates` count the messages with such functions.
        var isNotRendered: Bool { error?.message.contains("Sluice does not render") ?? false }

        struct Failure: Decodable {
            let stage: String
            let message: String
            let line: Int
            let column: Int
        }
        let message: String?
        let messageBase64: String?
        let error: Failure?
        let sample: Bool
        let fluxVersion: String
    }
}

extension MessageConformanceTests.Vector {
    static var all: [Self] {
        get throws {
            let file = PackageFolder.url.appending(path: "Tests/Conformance/template.jsonl")
            return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap {
                Self(try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:])
            }
        }
    }

    private init?(_ object: [String: Any]) {
        guard let name = object["name"] as? String, let data = object["data"],
            let template = object["template"] as? String,
            let bytes = try? JSONSerialization.data(withJSONObject: data)
        else { return nil }
        self.name = name
        self.template = template
        self.data = Array(bytes)
        outcome = Outcome(object)
        legacy = (object["legacy"] as? [String: Any]).map(Outcome.init)
    }

    func answer(version: FluxVersion?) throws -> MessageConformanceTests.Answer {
        let input = MessageExplanation.Input(data: try CommitData(json: data), version: version)
        return try decoded(
            MessageConformanceTests.Answer.self, MessageExplanation(ofTemplate: template, input))
    }
}

extension MessageConformanceTests.Vector.Outcome {
    fileprivate init(_ object: [String: Any]) {
        output = object["output"] as? String
        base64 = object["output_b64"] as? String
        stage = object["error_stage"] as? String
        possibleOutputs = object["possible_outputs"] as? [String]
    }
}

import Foundation
import Testing

@testable import ClusterState

/// Lists of a cluster's objects, as `kubectl` prints them and as nobody should.
@Suite struct ClusterObjectsTests {
    private static func object(_ kind: String, _ name: String, uid: String = "1") -> String {
        #"{"kind":"\#(kind)","metadata":{"namespace":"apps","name":"\#(name)","uid":"\#(uid)"}}"#
    }

    private static func list(_ objects: String...) -> String {
        #"{"apiVersion":"v1","kind":"List","items":[\#(objects.joined(separator: ","))]}"#
    }

    private func objects(_ texts: String...) throws -> ClusterObjects {
        try ClusterObjects(texts.map { ("the list", Array($0.utf8)) })
    }

    private func message(_ text: [UInt8]) -> String {
        do throws(ClusterObjectsError) {
            _ = try ClusterObjects([("the list", text)])
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func `lists, objects and arrays are read, one after the other`() throws {
        let pod = { Self.object("Pod", $0) }
        let all = try objects(
            Self.list(pod("a"), pod("b")) + "\n" + pod("c") + " [" + pod("d") + ","
                + Self.list(pod("e")) + "]\n", Self.list(pod("f")))
        #expect(all[.pod].map(\.name) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func `a list without items is empty beside others`() throws {
        let all = try objects(
            #"{"kind":"List","items":null}"# + Self.list() + Self.object("Pod", "a"))
        #expect(all[.pod].map(\.name) == ["a"])
    }

    @Test func `objects of other kinds are passed over`() throws {
        let all = try objects(Self.list(Self.object("Secret", "s"), Self.object("Pod", "p")))
        #expect(all.objects(ofKind: "Secret").isEmpty && all[.pod].count == 1)
    }

    @Test func `texts of Windows are read`() throws {
        let text = Self.list(Self.object("Pod", "a"))
        let utf16 = try #require(text.data(using: .utf16))
        #expect(try ClusterObjects([("the list", Array(utf16))])[.pod].count == 1)
        #expect(try ClusterObjects([("x", [0xEF, 0xBB, 0xBF] + text.utf8)])[.pod].count == 1)
    }

    @Test func `a later reading of an object counts`() throws {
        let older = Self.object("Pod", "a").replacing("}}", with: #"},"spec":{"path":"old"}}"#)
        let newer = older.replacing("old", with: "new")
        let all = try objects(Self.list(older), Self.list(newer))
        #expect(all[.pod].map { $0.specification?["path"]?.text } == ["new"])
    }

    @Test func `objects of two clusters are refused`() {
        let text = Self.object("Pod", "a") + Self.object("Pod", "a", uid: "2")
        #expect(
            message(Array(text.utf8))
                == "the list has the Pod `apps/a` of two clusters; verify one cluster at a time")
    }

    /// A text that is no list, and the reason.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let reason: String

        init(_ description: String, _ text: some Collection<UInt8>, _ reason: String) {
            testDescription = description
            bytes = Array(text)
            self.reason = reason
        }
    }

    @Test(arguments: [
        Wrong("nothing", "".utf8, "it is empty"),
        Wrong("blanks", " \n".utf8, "it is empty"),
        Wrong("a text", "error: no".utf8, "it is not valid JSON"),
        Wrong("a number", "1".utf8, "it has the wrong type"),
        Wrong("cut off", list(object("Pod", "a")).utf8.dropLast(3), "it is not valid JSON"),
        Wrong("more", (object("Pod", "a") + "]").utf8, "it is not valid JSON"),
        Wrong(
            "no objects", list(object("Secret", "a")).utf8,
            "it has no object of Flux, no workload and no pod"),
        Wrong("brackets", repeatElement(UInt8(ascii: "["), count: 1_000_000), "not valid JSON"),
        Wrong(
            "mappings", String(repeating: #"{"spec":"#, count: 100_000).utf8, "not valid JSON"),
        Wrong(
            "an object too deep",
            (#"{"kind":"Pod","spec":"# + String(repeating: #"{"spec":"#, count: 200)).utf8,
            "not valid JSON"),
    ]) func `other texts are refused`(_ wrong: Wrong) {
        let message = message(wrong.bytes)
        #expect(
            message.hasPrefix("the list is not what `kubectl get … -A -o json` prints: "))
        #expect(message.contains(wrong.reason), "\(message)")
    }

    /// A hundred megabytes of something that `verify` does not keep.
    @Test func `a large list costs what is kept of it`() throws {
        let filler = Array(
            (#"{"data":""# + String(repeating: "x", count: 1 << 20) + #""},"#).utf8)
        var text = Array(#"{"kind":"List","items":["#.utf8)
        for _ in 0..<100 { text += filler }
        text += Array((Self.object("Pod", "a") + "]}").utf8)
        #expect(try ClusterObjects([("the list", text)])[.pod].count == 1)
    }

    @Test func `more objects than a cluster has are refused`() {
        let text = "[" + String(repeating: "{},", count: 1_000_001) + "{}]"
        #expect(
            message(Array(text.utf8)).hasSuffix(": it has more than 1000000 objects"))
    }

    @Test func `values of other types are absent`() throws {
        let all = try objects(
            #"{"kind":"Deployment","metadata":{"name":"a","namespace":7,"generation":"2"},"#
                + #""spec":[],"status":{"observedGeneration":1.5,"conditions":{"type":1}}}"#)
        let object = try #require(all.objects(ofKind: "Deployment").first)
        #expect(object.namespace.isEmpty && object.generation == 0 && !object.hasFreshStatus)
        #expect(object.condition("Ready") == nil && Workload(object)?.containers == [])
    }

    @Test func `long messages are shortened to one line`() throws {
        var scene = try ClusterScene()
        let message = "a\n" + String(repeating: "b ", count: 10_000)
        scene.setCondition("Kustomization/apps", "False", "BuildFailed", message)
        let all = try ClusterObjects([("the list", try scene.json)])
        let failure = try #require(
            all.object(.kustomization, namespace: "flux-system", name: "apps")?.failure)
        #expect(failure.hasPrefix("`BuildFailed`: a b b ") && failure.hasSuffix("…"))
        #expect(failure.count < 200)
    }
}

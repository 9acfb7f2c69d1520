import ManifestFacts
import Testing

@testable import UpdateEngine

@Suite struct ClusterListTests {
    private static func lists(_ json: String) throws -> [ClusterList] {
        try ClusterList.lists(in: Array(json.utf8), from: "f")
    }

    private static let object = """
        {"kind": "ImagePolicy", "metadata": {"namespace": "ns", "name": "p"},
         "status": {"latestRef": {"name": "redis", "tag": "7", "digest": ""}}}
        """

    @Test(arguments: [
        ("a list", #"{"kind": "List", "items": [\#(object)]}"#, ["f"], 1),
        ("an object", object, ["f"], 1),
        ("an array of objects", "[\(object), \(object)]", ["f"], 2),
        ("an array of lists", #"[{"items": [\#(object)]}, {"items": []}]"#, ["f#1", "f#2"], 1),
        ("an array of arrays", "[[\(object)], [\(object)]]", ["f#1", "f#2"], 2),
        ("nothing", "[]", ["f"], 0),
    ])
    func `lists, objects and arrays are read`(
        _ form: String, _ json: String, _ clusters: [String], _ count: Int
    ) throws {
        #expect(try Self.lists(json).map(\.cluster) == clusters)
        let images = try Self.lists(json).flatMap(\.policies).compactMap(\.latest)
        #expect(images == Array(repeating: SelectedImage(name: "redis", tag: "7"), count: count))
    }

    @Test func `names have to be UTF-8`() {
        let json = Array(#"{"metadata": {"name": "?"}}"#.utf8).map { $0 == 0x3F ? 0xFF : $0 }
        #expect(throws: ClusterListError(file: "f", reason: "it is not valid JSON")) {
            try ClusterList.lists(in: json, from: "f")
        }
    }

    @Test(arguments: [[UInt8](), [0xEF, 0xBB, 0xBF]])
    func `a byte-order mark is ignored`(_ mark: [UInt8]) throws {
        let lists = try ClusterList.lists(in: mark + Array(Self.object.utf8), from: "f")
        #expect(lists[0].policies.map(\.name) == ["p"])
    }

    @Test(arguments: [true, false])
    func `the UTF-16 that PowerShell redirects is read`(_ isLittle: Bool)
        throws
    {
        let bytes = "\u{FEFF}\(Self.object)".utf16.flatMap { unit in
            let halves = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? halves : halves.reversed()
        }
        let lists = try ClusterList.lists(in: bytes, from: "f")
        #expect(lists[0].policies.map(\.name) == ["p"])
        #expect(throws: ClusterListError(file: "f", reason: "it is not valid JSON")) {
            try ClusterList.lists(in: Array(bytes.dropLast()), from: "f")
        }
    }

    @Test(arguments: [
        ("redis:7", SelectedImage(name: "redis", tag: "7")),
        ("r.example:5000/a/b:1.0", SelectedImage(name: "r.example:5000/a/b", tag: "1.0")),
        ("a/b:1@sha256:aa", SelectedImage(name: "a/b", tag: "1", digest: "sha256:aa")),
        ("a/b", SelectedImage(name: "a/b", tag: "")),
    ]) func `the older form of the status is read`(_ text: String, _ image: SelectedImage) throws {
        let list = try Self.lists(
            #"{"metadata": {"namespace": "n", "name": "p"}, "status": {"latestImage": "\#(text)"}}"#
        )
        #expect(list[0].policies.map(\.latest) == [image])
    }

    @Test func `objects of other kinds are ignored`() throws {
        let metadata = #""metadata": {"namespace": "n", "name": "p"}"#
        let lists = try Self.lists(
            """
            {"items": [{"kind": "ImageRepository", \(metadata)}, {"kind": "ImagePolicy", \(metadata)}]}
            """)
        #expect(lists.map(\.policies.count) == [1])
        #expect(try Self.lists(#"{"kind": "List", "items": []}"#).map(\.policies) == [[]])
    }

    @Test(arguments: [
        ("", "it is empty"), ("nothing", "it is not valid JSON"),
        (#"{"items": [{}"#, "it is not valid JSON"),
        ("[1]", "`0` has the wrong type"), (#"{"items": {}}"#, "`items` has the wrong type"),
        ("\"text\"", "it has the wrong type"), ("[null]", "`0` has the wrong type"),
        (#"{"items": [null]}"#, "`items.0` has the wrong type"),
        (#"{"metadata": {"labels": {"a": null}}}"#, "`metadata.labels.a` has the wrong type"),
        (#"{"kind": "Pod"}"#, "it contains no ImagePolicy, but an object of kind Pod"),
        (#"{"items": [{"kind": "Pod"}]}"#, "it contains no ImagePolicy, but an object of kind Pod"),
        (
            #"{"items": [{"status": {"latestRef": {"name": "a"}}}]}"#,
            "`items.0.status.latestRef.tag` is missing"
        ),
    ]) func `other contents are not a list`(_ text: String, _ reason: String) {
        #expect(throws: ClusterListError(file: "f", reason: reason)) { try Self.lists(text) }
    }

    @Test(arguments: [
        (SelectedImage(name: "ghcr.io/a/b", tag: "1.0"), true),
        (SelectedImage(name: "redis", tag: "_x"), true),
        (SelectedImage(name: "redis", tag: "1+2"), false),
        (SelectedImage(name: "redis", tag: "-1"), false),
        (SelectedImage(name: "redis", tag: ""), false),
        (SelectedImage(name: "redis", tag: String(repeating: "1", count: 129)), false),
        (SelectedImage(name: "a b", tag: "1"), false),
        (SelectedImage(name: "a:2", tag: "1"), false),
        (SelectedImage(name: "${image}", tag: "1"), false),
        (SelectedImage(name: "", tag: "1"), false),
        (SelectedImage(name: "a/b", tag: "1", digest: "sha256:aa"), false),
        (SelectedImage(name: "a/b\n", tag: "1"), false),
    ]) func `only valid images are accepted`(_ image: SelectedImage, _ isTaken: Bool) {
        #expect((image.fault == nil) == isTaken)
    }
}

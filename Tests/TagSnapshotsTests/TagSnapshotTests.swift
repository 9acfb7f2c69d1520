import TagSnapshots
import Testing

@Suite struct TagSnapshotTests {
    private static let tool = TagSnapshot.Tool(name: "sluice", version: "1")
    private static let image = ScannedImage(
        name: "docker.io/library/nginx", time: "2026-11-22T00:00:00Z", tags: ["b", "a", "a"],
        digests: ["a": "sha256:00"], buildTimes: ["b": "2026-01-10T00:00:00Z"])

    @Test func `a written snapshot can be read again`() throws {
        let snapshot = try TagSnapshot([Self.image])
        #expect(try TagSnapshot(json: snapshot.json(tool: Self.tool)) == snapshot)
    }

    @Test(arguments: [
        "nginx", "library/nginx", "docker.io/nginx", "index.docker.io/library/nginx:1.2",
    ])
    func `an image is found by every form of its name`(_ name: String) throws {
        let found = try TagSnapshot([Self.image]).image(named: name)
        #expect(found?.tags == ["a", "b"])
    }

    @Test func `a fetched digest comes before that of the snapshot`() throws {
        let nginx = "index.docker.io/library/nginx"
        var snapshot = try TagSnapshot([Self.image])
        #expect(snapshot.knowsDigests)
        #expect(snapshot.digest(of: "a", canonicalName: nginx) == "sha256:00")
        #expect(snapshot.digest(of: "b", canonicalName: nginx) == nil)
        snapshot.note("sha256:11", of: "a", canonicalName: nginx)
        #expect(snapshot.digest(of: "a", canonicalName: nginx) == "sha256:11")
        #expect(snapshot.images == [Self.image], "what was listed is what it was")
        var empty = TagSnapshot.empty
        #expect(!empty.knowsDigests)
        empty.note("sha256:11", of: "c", canonicalName: nginx)
        #expect(empty.knowsDigests)
        #expect(empty.digest(of: "c", canonicalName: nginx) == "sha256:11")
        #expect(empty.image(named: "nginx") == nil)
    }

    @Test func `an image that was not scanned is not found`() throws {
        let snapshot = try TagSnapshot([Self.image])
        #expect(snapshot.image(named: "ghcr.io/library/nginx") == nil)
        #expect(TagSnapshot.empty.image(named: "nginx") == nil)
    }

    @Test(arguments: [
        ("[]", "it has the wrong type"),
        ("{", "it is not valid JSON"),
        (#"{"schema": 2, "images": []}"#, "its schema is 2, and this version reads schema 1"),
        (#"{"schema": 1}"#, "`images` is missing"),
        (
            #"{"schema": 1, "images": [{"image": "a", "time": "", "tags": [1]}]}"#,
            "`images.0.tags.0` has the wrong type"
        ),
        (
            #"{"schema": 1, "images": [{"image": "${a}", "time": "", "tags": []}]}"#,
            "`${a}` is not a valid image name"
        ),
        (
            #"""
            {"schema": 1, "images": [{"image": "a", "time": "", "tags": []},
              {"image": "docker.io/a", "time": "", "tags": []}]}
            """#, "`docker.io/a` is there twice"
        ),
    ])
    func `an invalid snapshot is refused`(_ json: String, _ words: String) {
        #expect(throws: TagSnapshotError.self) { try TagSnapshot(json: Array(json.utf8)) }
        do {
            _ = try TagSnapshot(json: Array(json.utf8))
        } catch {
            #expect("\(error)" == words)
        }
    }
}

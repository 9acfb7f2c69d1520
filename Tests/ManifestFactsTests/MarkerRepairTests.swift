import Testing

@testable import ManifestFacts

@Suite struct MarkerRepairTests {
    private static let marker = #"{"$imagepolicy": "flux-system:web"}"#

    @Test(arguments: [
        #"# {'$imagepolicy': 'flux-system:web'}"#,
        "# {“$imagepolicy”: “flux-system:web”}",
        "# {\"$imagepolicy\":\u{A0}\"flux-system:web\"}",
        "#\u{A0}{\"$imagepolicy\": \"flux-system:web\"}",
        #"# {"$imagepolicy": "flux-system:web",}"#,
        #"# {"$imagepolicy": "flux-system:web""#,
        #"# {"$imagepolicy": "flux-system/web"}"#,
        #"# {"$imagepolicy": " flux-system: web"}"#,
        "# {$imagepolicy: flux-system:web}",
        "# $imagepolicy: flux-system:web",
        "## \"$imagepolicy\": \"flux-system:web\"",
    ]) func `the marker that is meant is found`(_ comment: String) throws {
        let repair = try #require(MarkerRepair(comment))
        #expect(repair.marker == Self.marker)
        #expect(repair.notes.isEmpty)
        #expect(repair.range.upperBound == comment.utf8.count)
    }

    @Test(
        arguments: [
            (#"# {"$imagepolicy": "flux-system:web"} keep in step"#, ["keep in step"]),
            (
                #"# see below: {"$imagepolicy": "flux-system:web"} # and above"#,
                ["see below:", "# and above"]
            ),
            (#"# {"$imagepolicy": "flux-system:web"};"#, []),
            (#"# {"$imagepolicy": "flux-system:web"} - größer"#, ["- größer"]),
        ] as [(String, [String])]) func `words around a marker are kept`(
            _ comment: String, _ notes: [String]
        )
    {
        #expect(MarkerRepair(comment)?.notes == notes)
    }

    @Test(arguments: [
        (#"# {"$imagepolicy": "web"}"#, "the namespace is not told"),
        (#"# {"$imagepolicy": "flux-system:web:version"}"#, "no such part of an image"),
        (#"# {"$imagepolicy": "flux-system:web", "n": 1}"#, "it has more members"),
        (#"# {"n": 1, "$imagepolicy": "flux-system:web"}"#, "it has more members"),
        (#"# {"$imagepolicy": "a:b"} {"$imagepolicy": "a:c"}"#, "two are meant"),
        (#"# {"$imagepolicy": ["a:b"]}"#, "the value is a list"),
        (#"# {"$imagepolicy": "a:b"#, "the value may be cut off"),
        (#"# {"$imagepolicy" "a:b"}"#, "it has no colon"),
        ("# {\"$imagepolicy\"", "it ends too soon"),
        ("# pinned, don't touch", "it is prose"),
        ("#", "it says nothing"),
    ]) func `no marker is guessed from ambiguous comments`(_ comment: String, _ reason: String) {
        #expect(MarkerRepair(comment) == nil, "\(reason)")
    }

    @Test func `the range of a repair counts bytes`() throws {
        let comment = "# größer {“$imagepolicy”: “a:b”}"
        let repair = try #require(MarkerRepair(comment))
        let text = Array(comment.utf8)[repair.range]
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("größer {“$image"))
    }
}

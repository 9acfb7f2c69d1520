import ManifestFacts
import TestSupport
import Testing
import YAMLSyntax

/// The results of image-automation-controller 1.2.1 for files with one marker.
struct MarkerVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let `in`: String
    /// `same` where Flux left the file alone.
    let out: String

    var testDescription: String { id }
}

@Suite struct MarkerConformanceTests {
    /// Flux wrote nothing because the text was the new one already.
    private static let currentValues: Set = ["m07", "r31"]
    /// Flux skips a document that is a list or a scalar, wherever its markers are.
    private static let skippedDocuments: Set = ["m55", "r29"]

    /// Flux read this marker once and moved it to where it is not read again, so it counts as
    /// misplaced.
    private static let firedOnce = "m28"

    @Test(arguments: try ConformanceTable.cases(MarkerVector.self, in: "markers.jsonl"))
    func `markers are live where Flux obeys them`(_ vector: MarkerVector) throws {
        let facts = FileFacts(bytes: Array(vector.in.utf8), role: .yaml)
        let live = facts.markers.filter { $0.liveSetter != nil }
        if Self.skippedDocuments.contains(vector.id) { return #expect(live.count == 1) }
        guard facts.reading == .parsed else { return #expect(vector.out == "same") }
        if vector.id == Self.firedOnce {
            let placements = facts.markers.map(\.placement)
            guard case .comment(.aboveValue)? = placements.first else {
                Issue.record("not above the value: \(placements)")
                return
            }
            return
        }
        let places = ScalarPlaces(try YAMLStream(Array(vector.in.utf8)))
        let marked = live.compactMap { $0.target.flatMap { places.places[$0.span] } }
        #expect(marked.count == live.count)
        if Self.currentValues.contains(vector.id) { return #expect(live.count == 1) }
        guard vector.out != "same" else { return #expect(live.isEmpty) }
        let after = ScalarPlaces(try YAMLStream(Array(vector.out.utf8))).texts
        let written = places.texts.filter {
            after[$0.key].map { [text = $0.value] in $0 != text } ?? false
        }
        #expect(marked == written.keys.sorted())
    }
}

/// One run of image-automation-controller 1.2.1 over a few files.
struct SetterRun: Decodable, Sendable, CustomTestStringConvertible {
    struct Policy: Decodable, Sendable {
        let namespace: String
        let name: String
        let noRef: Bool?
    }

    struct Marker: Decodable, Hashable, Sendable {
        let file: String
        let doc: String
        let path: String
        let setter: String
        let old: String
    }

    let name: String
    let files: [String: String]?
    let policies: [Policy]
    /// Every scalar that a setter of one of the policies applied to, changed or not.
    let markers: [Marker]
    /// Files that Flux cannot parse.
    let problemFiles: [String]
    let error: String?

    var testDescription: String { name }
}

@Suite struct SetterConformanceTests {
    @Test(arguments: try ConformanceTable.cases(SetterRun.self, in: "setters.jsonl"))
    func `live markers are those that Flux applied`(_ run: SetterRun) throws {
        // A run that failed as a whole recorded no markers.
        guard run.error == nil else { return }
        let known = Set(
            run.policies.filter { $0.noRef != true }.map { "\($0.namespace):\($0.name)" })
        var found: [SetterRun.Marker] = []
        for (path, text) in run.files ?? [:] where !run.problemFiles.contains(path) {
            found += try Self.markers(in: text, at: path).filter { marker in
                known.contains { marker.setter == $0 || marker.setter.hasPrefix("\($0):") }
            }
        }
        // Flux records the first of two equal keys twice.
        #expect(Set(found) == Set(run.markers))
        #expect(found.count == Set(run.markers).count)
    }

    private static func markers(in text: String, at path: String) throws -> [SetterRun.Marker] {
        guard let role = FileRole(path: path), role == .yaml || role == .kustomization else {
            return []
        }
        let facts = FileFacts(bytes: Array(text.utf8), role: role)
        guard facts.reading == .parsed else { return [] }
        let places = ScalarPlaces(try YAMLStream(Array(text.utf8))).places
        return try facts.markers.compactMap { marker in
            guard let setter = marker.liveSetter else { return nil }
            let target = try #require(marker.target)
            let place = try #require(places[target.span])
            return SetterRun.Marker(
                file: path, doc: "\(place.document)", path: place.path, setter: setter.text,
                old: target.text)
        }
    }
}

/// A comment between two items of a list, and whether go-yaml v3.0.1 gives it to a scalar.
struct CommentVector: Decodable, Sendable, CustomTestStringConvertible {
    let `in`: String
    let live: Bool

    var testDescription: String { `in` }
}

@Suite struct CommentConformanceTests {
    @Test(arguments: try ConformanceTable.cases(CommentVector.self, in: "comments.jsonl"))
    func `comments belong to the same items as in go-yaml`(_ vector: CommentVector) {
        let facts = FileFacts(bytes: Array(vector.in.utf8), role: .yaml)
        #expect(facts.markers.map { $0.liveSetter != nil } == [vector.live])
    }
}

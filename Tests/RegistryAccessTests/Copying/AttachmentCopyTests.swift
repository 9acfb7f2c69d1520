import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Signatures, attestations and lists of parts on their way with an image.
@Suite(.onOwnThreads)
struct AttachmentCopyTests {
    /// An index of two images in a registry, and the digests of its parts.
    private struct Scenery {
        let registry: FakeRegistry
        let index: Digest
        let children: [Digest]

        init(hasReferrers: Bool = false) async throws {
            let registry = try await FakeRegistry()
            registry.state.withLock { $0.hasReferrers = hasReferrers }
            self.registry = registry
            children = try ["amd64", "arm64"].map {
                try #require(registry.image("layer of \($0)", in: "org/app"))
            }
            let entries = children.map { child in
                let body = registry.body("org/app:\(child.text)") ?? ""
                return """
                    {"mediaType": "\(FakeRegistry.imageType)", "digest": "\(child.text)",
                     "size": \(body.utf8.count)}
                    """
            }
            let body = """
                {"schemaVersion": 2, "mediaType": "\(FakeRegistry.indexType)",
                 "manifests": [\(entries.joined(separator: ","))]}
                """
            index = try #require(
                Digest(registry.manifest(body, type: FakeRegistry.indexType, in: "org/app")))
        }

        /// Attaches an artefact, listed by the registry or by the tag that lists referrers.
        func attach(_ text: String, to subject: Digest) throws -> Digest {
            let more = """
                "subject": {"mediaType": "x", "digest": "\(subject.text)", "size": 1},
                "artifactType": "application/example", "annotations": {"text": "\(text)"},
                """
            let digest = try #require(registry.image(text, in: "org/app", more: more))
            if !registry.state.withLock({ $0.hasReferrers }) {
                let entry = #"{"mediaType": "x", "digest": "\#(digest.text)", "size": 1}"#
                registry.manifest(
                    #"{"schemaVersion": 2, "manifests": [\#(entry)]}"#,
                    type: FakeRegistry.indexType, in: "org/app", tag: subject.referrerTag)
            }
            return digest
        }

        /// Signs a manifest as cosign does, once for each text.
        func sign(_ digest: Digest, _ texts: String..., at other: FakeRegistry? = nil) -> Digest? {
            let target = other ?? registry
            let layers = texts.map { target.blob($0, in: "org/app") }
            let body = """
                {"schemaVersion": 2, "mediaType": "\(FakeRegistry.imageType)",
                 "config": \(target.blob("{}", in: "org/app")),
                 "layers": [\(layers.joined(separator: ","))]}
                """
            return Digest(target.manifest(body, in: "org/app", tag: digest.cosignTags[0]))
        }
    }

    private func manifests(_ registry: FakeRegistry) -> [String] {
        registry.writes.compactMap {
            line in
            line.firstRange(of: "/manifests/").map { String(line[$0.upperBound...]) }
        }
    }

    @Test func `signatures of an index and its images are there before its tag`() async throws {
        let scenery = try await Scenery()
        let destination = try await FakeRegistry()
        for digest in [scenery.index, scenery.children[1]] {
            #expect(scenery.sign(digest, "signature of \(digest.text)") != nil)
        }
        let scene = try Scene()
        let copy = try scene.copy(scenery.registry, scenery.index, to: destination)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.attachments == 2 && outcome.manifests == 6)
        let put = manifests(destination)
        #expect(put.prefix(3) == (scenery.children + [scenery.index]).map(\.text)[...])
        #expect(
            Set(put[3..<5]) == [scenery.index.cosignTags[0], scenery.children[1].cosignTags[0]])
        #expect(put.last == "prod-1" && put.count == 6)
        let bodies = scenery.registry.state.withLock { $0.manifests.mapValues(\.body) }
        for (reference, body) in bodies { #expect(destination.body(reference) == body) }
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test(arguments: [true, false])
    func `referrers are listed at the destination, whoever keeps the list`(
        isListedThere: Bool
    ) async throws {
        let scenery = try await Scenery(hasReferrers: !isListedThere)
        let parts = try scenery.attach("parts", to: scenery.children[0])
        let signature = try scenery.attach("signature of the parts", to: parts)
        let destination = try await FakeRegistry()
        destination.state.withLock { $0.hasReferrers = isListedThere }
        let tag = scenery.children[0].referrerTag
        if !isListedThere {
            destination.manifest(
                """
                {"schemaVersion": 2, "kept": [true, null, 1.5], "manifests": [
                 {"mediaType": "x", "digest": "\(scenery.index.text)", "size": 1}]}
                """, type: FakeRegistry.indexType, in: "org/app", tag: tag)
        }
        let scene = try Scene()
        let copy = try scene.copy(scenery.registry, scenery.index, to: destination)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.attachments == 2)
        #expect(destination.body("org/app:\(signature.text)") != nil)
        #expect(manifests(destination).last == "prod-1")
        let list = destination.body("org/app:\(tag)")
        if isListedThere {
            #expect(list == nil)
        } else {
            let text = try #require(list)
            #expect(text.contains(parts.text) && text.contains(scenery.index.text))
            #expect(text.contains(#""artifactType":"application/example""#))
            #expect(text.contains(#""annotations":{"text":"parts"}"#))
            #expect(text.contains(#""kept":[true,null,1.5]"#))
            #expect(
                destination.body("org/app:\(parts.referrerTag)")?.contains(signature.text) == true)
        }
        // All of it is there, so another tag is one more manifest.
        let next = try scene.copy(scenery.registry, scenery.index, to: destination, tag: "prod-2")
        #expect(try await scene.carryOut(next).get().manifests == 1)
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test func `a signature that is there already stays, with more beside it`() async throws {
        let scenery = try await Scenery()
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let tag = scenery.index.cosignTags[0]
        #expect(scenery.sign(scenery.index, "a") != nil)
        let both = scenery.sign(scenery.index, "a", "b", at: destination)
        let first = try scene.copy(scenery.registry, scenery.index, to: destination)
        #expect(try await scene.carryOut(first).get().attachments == 0)
        #expect(FakeRegistry.digest(destination.body("org/app:\(tag)") ?? "") == both?.text)
        // Signed once more: nothing is lost by taking all three.
        let three = scenery.sign(scenery.index, "a", "b", "c")
        let second = try scene.copy(
            scenery.registry, scenery.index, to: destination, tag: "prod-2")
        #expect(try await scene.carryOut(second).get().attachments == 1)
        #expect(FakeRegistry.digest(destination.body("org/app:\(tag)") ?? "") == three?.text)
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test func `signatures that would be lost are refused before anything is written`() async throws
    {
        let scenery = try await Scenery()
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let here = try #require(scenery.sign(scenery.index, "a"))
        let there = try #require(scenery.sign(scenery.index, "b", at: destination))
        let copy = try scene.copy(scenery.registry, scenery.index, to: destination)
        #expect(
            try await scene.problem(copy)
                == .signaturesDiffer(
                    tag: scenery.index.cosignTags[0], there: there, here: here))
        #expect(destination.writes.isEmpty)
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test func `a list may name what is gone or belongs to another manifest`() async throws {
        let scenery = try await Scenery()
        let stray = try scenery.attach("stray", to: scenery.children[0])
        let gone = "sha256:" + String(repeating: "9", count: 64)
        scenery.registry.manifest(
            """
            {"manifests": [{"mediaType": "x", "digest": "\(gone)", "size": 1},
             {"mediaType": "x", "digest": "\(stray.text)", "size": 1}]}
            """, type: FakeRegistry.indexType, in: "org/app", tag: scenery.index.referrerTag)
        scenery.registry.state.withLock {
            $0.manifests["org/app:\(scenery.children[0].referrerTag)"] = nil
        }
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let copy = try scene.copy(scenery.registry, scenery.index, to: destination)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.isNew && outcome.attachments == 0)
        #expect(destination.body("org/app:\(stray.text)") == nil)
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test func `everything is bounded`() async throws {
        let scenery = try await Scenery()
        _ = try scenery.attach("parts", to: scenery.index)
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let copy = try scene.copy(scenery.registry, scenery.index, to: destination)
        let cases: [((inout CopyLimits) -> Void, CopyError.Reason)] = [
            ({ $0.depth = 0 }, .tooDeep(limit: 0)),
            ({ $0.manifests = 2 }, .tooManyManifests(limit: 2)),
            ({ $0.manifestBytes = 500 }, .manifestsTooLong(limit: 500)),
            ({ $0.blobs = 2 }, .tooManyBlobs(limit: 2)),
            ({ $0.referrers = 0 }, .tooManyReferrers(scenery.index, limit: 0)),
        ]
        for (change, expected) in cases {
            var limits = CopyLimits()
            change(&limits)
            #expect(try await scene.problem(copy, limits: limits) == expected)
        }
        #expect(destination.writes.isEmpty)
        for registry in [scenery.registry, destination] { try await registry.server.stop() }
    }

    @Test func `pages of referrers are read, but not in a circle nor elsewhere`() throws {
        let subject = try #require(Digest("sha256:" + String(repeating: "1", count: 64)))
        let first = try #require(WebAddress("https://r.io/v2/a/referrers/x"))
        let page: (String, String?) -> HTTPAnswer = { digit, link in
            let digest = "sha256:" + String(repeating: digit, count: 64)
            return HTTPAnswer(
                status: 200, fields: link.map { [HTTPField("Link", "<\($0)>; rel=next")] } ?? [],
                body: Array(#"{"manifests": [{"digest": "\#(digest)"}]}"#.utf8))
        }
        var limits = CopyLimits()
        limits.referrerPages = 2
        var pages = ReferrerPages(first: first, subject: subject, limits: limits)
        #expect(try pages.receive(page("a", "?n=2")))
        #expect(try !pages.receive(page("b", nil)))
        #expect(pages.digests.count == 2)
        for (link, problem) in [
            ("https://r.io/v2/a/referrers/x", AnswerProblem.linkCycle),
            ("https://s.io/x", .linkRefused(to: WebAddress("https://s.io/x"))),
        ] {
            var pages = ReferrerPages(first: first, subject: subject, limits: limits)
            #expect(throws: CopyError.Reason.registry(RegistryError(.answer(problem)))) {
                try pages.receive(page("a", link))
            }
        }
        var long = ReferrerPages(first: first, subject: subject, limits: limits)
        #expect(try long.receive(page("a", "?n=2")))
        #expect(
            throws: CopyError.Reason.registry(RegistryError(.answer(.tooManyPages(limit: 2))))
        ) {
            try long.receive(page("a", "?n=3"))
        }
    }

    @Test func `layers that stay with their vendor are not copied`() async throws {
        let source = try await FakeRegistry()
        let type = "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip"
        let foreign = FakeRegistry.digest("foreign")
        let body = """
            {"mediaType": "\(FakeRegistry.imageType)", "config": \(source.blob("{}", in: "org/app")),
             "layers": [{"mediaType": "\(type)", "digest": "\(foreign)", "size": 7}]}
            """
        let digest = Digest(source.manifest(body, in: "org/app"))
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let outcome = try await scene.carryOut(
            try scene.copy(source, digest, to: destination)
        ).get()
        #expect(outcome.streamedBytes == 2)
        for registry in [source, destination] { try await registry.server.stop() }
    }
}

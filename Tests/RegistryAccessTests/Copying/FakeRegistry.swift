import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// A registry in memory that answers as the specification says, unless a test says otherwise.
final class FakeRegistry: Sendable {
    struct State: Sendable {
        /// By path and reference, as in `org/app:1.0`.
        var manifests: [String: (type: String, body: String)] = [:]
        /// By path and digest.
        var blobs: [String: String] = [:]
        var hasReferrers = false
    }

    typealias Override = @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]?

    static let imageType = "application/vnd.oci.image.manifest.v1+json"
    static let indexType = "application/vnd.oci.image.index.v1+json"

    let state = Mutex(State())
    let server: ScriptedServer

    init(_ override: @escaping Override = { _ in nil }) async throws {
        let holder = Holder()
        server = try await ScriptedServer { request in
            override(request) ?? holder.registry.withLock { $0 }?.answer(request) ?? .answer(500)
        }
        holder.registry.withLock { $0 = self }
    }

    private final class Holder: Sendable {
        let registry = Mutex<FakeRegistry?>(nil)
    }

    /// The requests that change something, as in `PUT /v2/org/app/manifests/1.0`.
    var writes: [String] {
        server.requests.filter { !["GET", "HEAD"].contains($0.method) }
            .map { "\($0.method) \($0.target)" }
    }

    /// Adds a blob and gives its descriptor.
    func blob(_ text: String, type: String = "text/plain", in path: String) -> String {
        let digest = Self.digest(text)
        state.withLock { $0.blobs["\(path)@\(digest)"] = text }
        return #"{"mediaType": "\#(type)", "digest": "\#(digest)", "size": \#(text.utf8.count)}"#
    }

    /// Adds a manifest by its digest, and by a tag if one is given; gives its digest.
    @discardableResult
    func manifest(
        _ body: String, type: String = imageType, in path: String, tag: String? = nil
    ) -> String {
        let digest = Self.digest(body)
        for reference in [digest, tag].compactMap(\.self) {
            state.withLock { $0.manifests["\(path):\(reference)"] = (type, body) }
        }
        return digest
    }

    /// Adds an image of one layer.
    func image(
        _ layer: String, in path: String, tag: String? = nil, more: String = ""
    ) -> Digest? {
        let blobs = [blob("{}", in: path), blob(layer, in: path)]
        let body = """
            {"schemaVersion": 2, "mediaType": "\(Self.imageType)",\(more) "config": \(blobs[0]),
             "layers": [\(blobs[1])]}
            """
        return Digest(manifest(body, in: path, tag: tag))
    }

    func body(_ reference: String) -> String? {
        state.withLock { $0.manifests[reference]?.body }
    }

    static func digest(_ text: String) -> String {
        Digest(of: Array(text.utf8))?.text ?? ""
    }

    private func answer(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
        let target = request.target.split(separator: "?")[0]
        for kind in ["manifests", "blobs", "referrers"] {
            guard let range = target.firstRange(of: "/\(kind)/") else { continue }
            let path = String(target[..<range.lowerBound].dropFirst("/v2/".count))
            let name = String(target[range.upperBound...])
            switch kind {
            case "manifests": return manifestAnswer(request, path, name)
            case "referrers": return referrersAnswer(path, name)
            default: return blobAnswer(request, path, name)
            }
        }
        return .answer(404)
    }

    private func manifestAnswer(
        _ request: ScriptedServer.Request, _ path: String, _ name: String
    ) -> [ScriptedServer.Step] {
        if request.method == "PUT" {
            manifest(
                request.body, type: request.value(of: "content-type") ?? "", in: path,
                tag: name.contains(":") ? nil : name)
            let isListed =
                state.withLock { $0.hasReferrers } && request.body.contains("\"subject\": {")
            return .answer(201, fields: isListed ? ["OCI-Subject: x"] : [])
        }
        guard let found = state.withLock({ $0.manifests["\(path):\(name)"] }) else {
            return .answer(404)
        }
        let fields = [
            "Content-Type: \(found.type)", "Docker-Content-Digest: \(Self.digest(found.body))",
        ]
        return .answer(200, request.method == "HEAD" ? "" : found.body, fields: fields)
    }

    private func referrersAnswer(_ path: String, _ name: String) -> [ScriptedServer.Step] {
        state.withLock { state in
            guard state.hasReferrers else { return .answer(404) }
            let found = state.manifests.values.filter {
                $0.body.contains("\"subject\": {") && $0.body.contains(name)
            }
            let digests = Set(found.map { Self.digest($0.body) }).sorted()
            let list = digests.map { "{\"digest\": \"\($0)\"}" }.joined(separator: ",")
            return .answer(
                200, "{\"manifests\": [\(list)]}", fields: ["Content-Type: \(Self.indexType)"])
        }
    }

    private func blobAnswer(
        _ request: ScriptedServer.Request, _ path: String, _ name: String
    ) -> [ScriptedServer.Step] {
        switch request.method {
        case "POST":
            return .answer(202, fields: ["Location: /v2/\(path)/blobs/uploads/1?_state=s"])
        case "PUT":
            let digest = Self.digest(request.body)
            let isRight = request.target.contains(digest.replacing(":", with: "%3A"))
            guard isRight else { return .answer(400) }
            state.withLock { $0.blobs["\(path)@\(digest)"] = request.body }
            return .answer(201)
        default:
            guard let found = state.withLock({ $0.blobs["\(path)@\(name)"] }) else {
                return .answer(404)
            }
            return .answer(200, request.method == "HEAD" ? "" : found)
        }
    }
}

extension ScriptedServer.Request {
    /// Method and target, as in `HEAD /v2/org/app/manifests/1.0`.
    var line: String { "\(method) \(target)" }
}

extension Scene {
    func copy(
        _ source: FakeRegistry, _ digest: Digest?, in path: String = "org/app",
        to destination: FakeRegistry, _ target: String = "org/app", tag: String = "prod-1"
    ) throws -> ImageCopy {
        ImageCopy(
            source: try image(source.server.port, path), digest: try #require(digest),
            destination: try image(destination.server.port, target), tag: tag)
    }

    func carryOut(
        _ copy: ImageCopy, limits: CopyLimits = CopyLimits()
    ) async throws -> Result<CopyOutcome, CopyError> {
        try await run { client throws(RegistryError) in
            await Result { () async throws(CopyError) in
                try await ImageCopier(client, limits: limits).carryOut(copy)
            }
        }
    }

    /// Why a copy fails.
    func problem(
        _ copy: ImageCopy, limits: CopyLimits = CopyLimits()
    ) async throws -> CopyError.Reason? {
        if case .failure(let error) = try await carryOut(copy, limits: limits) {
            return error.reason
        }
        return nil
    }
}

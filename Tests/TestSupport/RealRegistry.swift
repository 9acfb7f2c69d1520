internal import Crypto
import Foundation

/// Debian's `docker-registry`, started on a port of its own, and stopped with this value.
package final class RealRegistry: Sendable {
    package let port: Int
    private let folder: TemporaryDirectory
    private let process: Process

    /// The reason why a test has no registry, or no image in it.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package static let isThere = Programs.has("docker-registry", "skopeo", "htpasswd", "openssl")

    /// Starts one with an image for two platforms, as `org/web` with some tags, behind a password.
    ///
    /// - Parameters:
    ///   - login: `USER:PASSWORD`.
    ///   - users: A directory for the file of users; it has to outlive the registry.
    package static func guarded(
        by login: String, tags: [String], _ users: TemporaryDirectory, storage: TemporaryDirectory
    ) throws -> RealRegistry {
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        let open = try RealRegistry(storage: storage)
        for tag in tags {
            try skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all", "docker://127.0.0.1:\(open.port)/org/web:\(tag)")
        }
        let line = try ProgramRun(
            "htpasswd", ["-Bbn", "-C", "4"] + login.split(separator: ":").map(String.init), at: "/",
            environment: ["PATH": "/usr/bin:/bin"])
        try users.write("users", line.output)
        return try RealRegistry(
            storage: storage, settings: "auth: {htpasswd: {realm: r, path: \(users.path)/users}}")
    }

    /// - Parameters:
    ///   - storage: A directory that registries may share.
    ///   - settings: More lines of the configuration: `http` ends it, so these come first.
    package init(
        storage: TemporaryDirectory, settings: String = "", tls: ScriptedServer.Identity? = nil
    )
        throws
    {
        folder = try TemporaryDirectory()
        let encryption = tls.map {
            "\n  tls: {certificate: \($0.certificate), key: \($0.key)}"
        }
        try folder.write(
            "config.yml",
            """
            version: 0.1
            log: {accesslog: {disabled: true}}
            storage: {filesystem: {rootdirectory: \(storage.path)}}
            \(settings)
            http:
              addr: 127.0.0.1:0
              secret: x\(encryption ?? "")
            """)
        try folder.write("log", "")
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/docker-registry")
        process.arguments = ["serve", "\(folder.path)/config.yml"]
        process.environment = ["OTEL_TRACES_EXPORTER": "none"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/log"))
        try process.run()
        port = try Self.port(in: folder)
    }

    /// The port, from the line in which the registry logs its address.
    private static func port(in folder: TemporaryDirectory) throws -> Int {
        for _ in 0..<200 {
            let log = try folder.text(of: "log")
            if let match = log.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/),
                let port = Int(match.1)
            {
                return port
            }
            usleep(50_000)
        }
        throw Failure(description: "no registry:\n\(try folder.text(of: "log"))")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Runs `skopeo`, which must succeed, and gives its output.
    @discardableResult
    package static func skopeo(_ arguments: String...) throws -> String {
        let home = try TemporaryDirectory()
        let run = try ProgramRun(
            "skopeo", ["--insecure-policy"] + arguments, at: "/",
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path, "TMPDIR": home.path])
        guard run.status == 0 else {
            throw Failure(description: "skopeo \(arguments):\n\(run.errors)")
        }
        return run.output
    }
}

/// Images as a directory in the OCI image layout: one for two platforms.
package struct ImageLayout {
    package let folder: TemporaryDirectory

    package init(created: String) throws {
        folder = try TemporaryDirectory()
        try folder.write("oci-layout", #"{"imageLayoutVersion": "1.0.0"}"#)
        let images = try ["amd64", "arm64"].map { try Self.image($0, created: created, in: folder) }
        let index = try Self.blob(
            """
            {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
             "manifests": [\(images.joined(separator: ","))]}
            """, type: "application/vnd.oci.image.index.v1+json", in: folder)
        let named =
            index.dropLast() + #", "annotations": {"org.opencontainers.image.ref.name": "all"}}"#
        try folder.write("index.json", "{\"schemaVersion\": 2, \"manifests\": [\(named)]}")
    }

    private static func image(
        _ architecture: String, created: String, in folder: TemporaryDirectory
    ) throws -> String {
        // An empty archive in tar's format.
        let layer = String(repeating: "\0", count: 1024)
        let configuration = try blob(
            """
            {"created": "\(created)", "os": "linux", "architecture": "\(architecture)",
             "config": {"Labels": {"app": "\(architecture)"}},
             "rootfs": {"type": "layers", "diff_ids": ["\(digest(layer))"]}}
            """, type: "application/vnd.oci.image.config.v1+json", in: folder)
        let tar = try blob(layer, type: "application/vnd.oci.image.layer.v1.tar", in: folder)
        let manifest = try blob(
            """
            {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
             "config": \(configuration), "layers": [\(tar)]}
            """, type: "application/vnd.oci.image.manifest.v1+json", in: folder)
        return manifest.dropLast()
            + #", "platform": {"os": "linux", "architecture": "\#(architecture)"}}"#
    }

    /// Writes a blob and gives its descriptor.
    private static func blob(
        _ text: String, type: String, in folder: TemporaryDirectory
    ) throws -> String {
        let digest = digest(text)
        try folder.write("blobs/sha256/\(digest.dropFirst("sha256:".count))", text)
        return #"{"mediaType": "\#(type)", "digest": "\#(digest)", "size": \#(text.utf8.count)}"#
    }

    private static func digest(_ text: String) -> String {
        "sha256:" + SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}

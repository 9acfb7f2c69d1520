import Foundation
import TestSupport

/// A remote with the manifests of some images, and the developers who push to it.
struct SimulatedRepository: Sendable {
    let number: Int
    let remote: GitFixture
    let images: [String]

    /// - Parameter home: The directory of all remotes.
    init(_ number: Int, imageCount: Int, interval: String, in home: TemporaryDirectory) throws {
        self.number = number
        images = (0..<imageCount).map { "r\(number)/app\($0)" }
        remote = GitFixture(at: "remote-\(number).git", in: home)
        let work = GitFixture(at: "work-\(number)", in: home)
        try work.git(
            ["init", "--quiet", "--initial-branch=main", work.path], at: home.path)
        try work.commit([
            "flux/objects.yaml": objects(interval: interval), "apps/pods.yaml": pods,
        ])
        try work.git(["clone", "--quiet", "--bare", work.path, remote.path], at: home.path)
        try FileManager.default.removeItem(atPath: work.path)
        try home.writeProgram("remote-\(number).git/hooks/update", Self.racingHook)
    }

    /// Another push that comes between, where a file `race` asks for it.
    private static let racingHook = """
        #!/bin/sh
        [ "$1" = refs/heads/main ] && [ -e race ] || exit 0
        rm race
        git update-ref refs/heads/main "$(git -c user.name=Eve -c user.email=eve@example.org \\
            commit-tree -p refs/heads/main -m 'race' 'refs/heads/main^{tree}')"
        """

    private func objects(interval: String) -> String {
        let flux = "image.toolkit.fluxcd.io/v1"
        let general = """
            apiVersion: source.toolkit.fluxcd.io/v1
            kind: GitRepository
            metadata: {name: fleet, namespace: flux-system}
            spec:
              interval: \(interval)
              url: \(remote.path)
              ref: {branch: main}
            ---
            apiVersion: \(flux)
            kind: ImageUpdateAutomation
            metadata: {name: images, namespace: flux-system}
            spec:
              interval: \(interval)
              sourceRef: {kind: GitRepository, name: fleet}
              git:
                checkout: {ref: {branch: main}}
                commit: {author: {name: Sluice, email: sluice@example.org}}
              update: {path: ./apps, strategy: Setters}

            """
        return images.enumerated().reduce(general) { text, image in
            text + """
                ---
                apiVersion: \(flux)
                kind: ImageRepository
                metadata: {name: app\(image.offset), namespace: flux-system}
                spec: {image: registry.example/\(image.element), interval: \(interval)}
                ---
                apiVersion: \(flux)
                kind: ImagePolicy
                metadata: {name: app\(image.offset), namespace: flux-system}
                spec:
                  imageRepositoryRef: {name: app\(image.offset)}
                  policy: {semver: {range: '>=1.0.0'}}

                """
        }
    }

    private var pods: String {
        images.enumerated().map { number, image in
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: app\(number), namespace: web}
            spec:
              containers:
                - name: app
                  image: registry.example/\(image):1.0.0 # {"$imagepolicy": "flux-system:app\(number)"}

            """
        }.joined(separator: "---\n")
    }

    func push() throws {
        let commit = try remote.git("commit-tree", "-p", "main", "-m", "work", "main^{tree}")
        try remote.git("update-ref", "refs/heads/main", commit)
    }

    /// Lets another push come between with the next one.
    func race() {
        _ = FileManager.default.createFile(atPath: "\(remote.path)/race", contents: nil)
    }

    /// The tags that commits brought, in their order, by image.
    func landedTags() throws -> [String: [String]] {
        let log = try remote.git("log", "--reverse", "-p", "--format=", "main", "--", "apps")
        var tags: [String: [String]] = [:]
        for line in log.split(separator: "\n") where line.hasPrefix("+ ") {
            guard let start = line.firstRange(of: "registry.example/"),
                let end = line.firstRange(of: " # ")
            else { continue }
            let parts = line[start.upperBound..<end.lowerBound].split(separator: ":")
            tags[String(parts[0]), default: []].append(String(parts[1]))
        }
        return tags
    }
}

import Audit
import CheckPipeline
import Foundation
import Reports
import Rules
import SourceText
import TestSupport

/// Manifests that audits are made of, and the audits.
enum AuditFiles {
    static func audit(
        of files: [String: String], paths: ReportPaths = .all
    ) async throws -> AuditAccount {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        return AuditAccount(
            of: try await RepositoryCheck(rules: allRules, workerCount: 1)
                .checked(snapshot, paths: paths))
    }

    /// A repository that comes with this package.
    static func example(_ name: String) throws -> [String: String] {
        try files(below: PackageFolder.url.appending(path: "examples/\(name)"))
            .mapValues { String(decoding: $0, as: UTF8.self) }
    }

    static func rendered(_ audit: AuditAccount, as format: AuditFormat) -> String {
        audit.rendered(as: format, by: ToolIdentity(name: "sluice", version: "1.2.3"))
    }

    /// A Deployment.
    ///
    /// The name is inserted as it is, so it can be any YAML scalar.
    static func deployment(_ image: String, name: String = "web") -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: \(name) }
        spec:
          template:
            spec:
              containers:
                - name: main
                  image: \(image)

        """
    }

    static func policy(_ name: String, _ range: String, of repository: String = "web") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: \(name), namespace: apps }
        spec:
          imageRepositoryRef: { name: \(repository) }
          policy: { semver: { range: '\(range)' } }

        """
    }

    static func repository(_ image: String, name: String = "web") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: \(name), namespace: apps }
        spec: { image: \(image), interval: 5m }

        """
    }

    static func kustomization(_ text: String) -> String {
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n\(text)\n"
    }
}

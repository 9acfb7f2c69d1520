import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking

extension RepositoryModel {
    /// The model of some files, by their paths, in the order of those.
    convenience init(_ files: [String: String], configuration: RepositoryConfiguration = .standard)
    {
        let files = files.sorted { $0.key < $1.key }.map { path, text in
            ManifestFile(
                path: path,
                facts: FileFacts(bytes: Array(text.utf8), role: FileRole(path: path) ?? .yaml))
        }
        self.init(files: files, configuration: configuration)
    }
}

/// An ImagePolicy as text; `spec` lines are indented by two.
func policy(_ name: String, namespace: String? = nil, repository: String = "app", _ spec: String)
    -> String
{
    """
    ---
    apiVersion: image.toolkit.fluxcd.io/v1
    kind: ImagePolicy
    metadata:
      name: \(name)\(namespace.map { "\n  namespace: \($0)" } ?? "")
    spec:
      imageRepositoryRef:
        name: \(repository)
    \(spec)

    """
}

/// An ImageRepository as text.
func repository(_ name: String, namespace: String? = nil, image: String) -> String {
    """
    ---
    apiVersion: image.toolkit.fluxcd.io/v1
    kind: ImageRepository
    metadata:
      name: \(name)\(namespace.map { "\n  namespace: \($0)" } ?? "")
    spec:
      image: \(image)

    """
}

/// A Deployment with one image and the marker of a policy.
func deployment(image: String, marker: String) -> String {
    """
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: app }
    spec:
      template:
        spec:
          containers:
            - name: app
              image: \(image) # {"$imagepolicy": "\(marker)"}

    """
}

/// An ImageUpdateAutomation as text.
func automation(_ namespace: String, path: String) -> String {
    """
    apiVersion: image.toolkit.fluxcd.io/v1
    kind: ImageUpdateAutomation
    metadata: { name: automation, namespace: \(namespace) }
    spec:
      sourceRef: { kind: GitRepository, name: flux-system }
      update: { path: \(path), strategy: Setters }

    """
}

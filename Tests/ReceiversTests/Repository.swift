import Kustomize
import ManifestFacts
import Receivers
import RepositoryLinking
import TestSupport

extension RepositoryModel {
    /// The model of one file of manifests.
    convenience init(_ text: String) {
        let facts = FileFacts(bytes: Array(text.utf8), role: FileRole(path: "flux.yaml") ?? .yaml)
        self.init(files: [ManifestFile(path: "flux.yaml", facts: facts)])
    }
}

let imageRepositoryWeb = "    - {kind: ImageRepository, name: web}"

/// A Receiver `flux-system/rcv` as text; `spec` lines are indented by two.
func manifest(type: String, _ spec: String = "", resources: String = imageRepositoryWeb) -> String {
    """
    ---
    apiVersion: notification.toolkit.fluxcd.io/v1
    kind: Receiver
    metadata:
      name: rcv
      namespace: flux-system
    spec:
      type: \(type)
      secretRef:
        name: webhook
    \(spec)
      resources:
    \(resources)

    """
}

/// An ImageRepository as text.
func imageRepository(
    _ name: String, image: String, namespace: String = "flux-system", labels: String = "{}"
) -> String {
    """
    ---
    apiVersion: image.toolkit.fluxcd.io/v1
    kind: ImageRepository
    metadata:
      name: \(name)
      namespace: \(namespace)
      labels: \(labels)
    spec:
      image: \(image)

    """
}

/// The Secret `flux-system/webhook` with the token `tok`.
let secrets = ReceiverSecrets(environment: [
    "SLUICE_SECRET_FLUX_SYSTEM__WEBHOOK__TOKEN": "tok",
    "SLUICE_SECRET_FLUX_SYSTEM__WEBHOOK__EMAIL": "push@project.iam.gserviceaccount.com",
    "SLUICE_SECRET_FLUX_SYSTEM__WEBHOOK__AUDIENCE": "https://hooks.example.com",
])

/// The path of `flux-system/rcv`, computed with another program.
let hook = "/hook/f6525b9211ab7c63f3eadc6a95790f661bd70c39dfae6a506a5ebaa5d9df469c"

func table(_ manifests: String..., secrets: ReceiverSecrets = secrets) -> ReceiverTable {
    ReceiverTable(RepositoryModel(manifests.joined()), repository: "fleet", secrets: secrets)
}

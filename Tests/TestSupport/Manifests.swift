/// Manifests that tests put into repositories; the image is at line 7, column 14.
package enum Manifest {
    package static func pod(_ image: String) -> String {
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: web
        spec:
          containers:
            - image: \(image)
              name: web

        """
    }

    /// A pod whose image follows a policy of the namespace `flux-system`.
    package static func podFollowing(_ policy: String) -> String {
        pod("ghcr.io/org/web:1.0.0 # {\"$imagepolicy\": \"flux-system:\(policy)\"}")
    }

    package static func policy(_ name: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata:
          name: \(name)
          namespace: flux-system
        spec:
          imageRepositoryRef:
            name: web
          policy:
            semver:
              range: 1.x

        """
    }
}

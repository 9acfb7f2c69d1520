"""The manifests that the shapes of repositories are made of, as text."""

TAG = "prod-0a1b2c3-20240101000000"
PATTERN = "^prod-[a-f0-9]+-(?P<ts>[0-9]+)$"


def documents(*texts):
    return "---\n".join(texts)


def kustomization(resources, **fields):
    """Lists are written as items, other values as they are."""
    return "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n" + "".join(
        f"{name}:{_value(value)}\n"
        for name, value in {"resources": resources, **fields}.items()
        if value
    )


def _value(value):
    if isinstance(value, str):
        return f" {value}"
    return "".join(f"\n  - {item}" for item in value)


def flux_kustomization(name, path, spec=""):
    return f"""apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {{name: {name}, namespace: flux-system}}
spec:
  interval: 10m
  path: ./{path}
  prune: true
  sourceRef: {{kind: GitRepository, name: flux-system}}
{spec}"""


def git_repository():
    return """apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, url: "ssh://git@example.com/fleet", ref: {branch: main}}
"""


def automation(name, path, namespace="flux-system", selector=""):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageUpdateAutomation
metadata: {{name: {name}, namespace: {namespace}}}
spec:
  interval: 5m
  sourceRef: {{kind: GitRepository, name: flux-system, namespace: flux-system}}
{selector}  git:
    checkout: {{ref: {{branch: main}}}}
    commit: {{author: {{email: flux@example.com, name: flux}}}}
    push: {{branch: main}}
  update: {{path: {path}, strategy: Setters}}
"""


def image_repository(name, namespace=None, image=None):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata: {_metadata(name, namespace)}
spec: {{image: {image or "registry.example.com/" + name}, interval: 5m}}
"""


def image_policy(name, namespace=None, pattern=PATTERN, repository=None, labels=""):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata: {_metadata(name, namespace, labels)}
spec:
  imageRepositoryRef: {{name: {repository or name}}}
  filterTags: {{pattern: '{pattern}', extract: $ts}}
  policy: {{alphabetical: {{order: asc}}}}
"""


def bare_policy(name):
    """A policy of which a patch brings the rest."""
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata: {{name: {name}}}
spec: {{imageRepositoryRef: {{name: {name}}}}}
"""


def policy_patch():
    """The rest, for policies of any name."""
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata: {{name: any}}
spec:
  filterTags: {{pattern: '{PATTERN}', extract: $ts}}
  policy: {{alphabetical: {{order: asc}}}}
"""


def _metadata(name, namespace, labels=""):
    parts = [f"name: {name}", f"namespace: {namespace}" if namespace else "", labels]
    return "{" + ", ".join(part for part in parts if part) + "}"


def release(name, marker, image=None, tag=TAG):
    return f"""apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {{name: {name}}}
spec:
  interval: 5m
  chart: {{spec: {{chart: web, version: 1.0.0, sourceRef: {{kind: HelmRepository, name: web}}}}}}
  values:
    image: {image or "registry.example.com/" + name}:{tag} # {{"$imagepolicy": "{marker}"}}
"""


def release_patch(name):
    return f"""apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {{name: {name}}}
spec: {{values: {{replicas: 2}}}}
"""


def deployment(name, image):
    return f"""apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}}}
spec:
  selector: {{matchLabels: {{app: {name}}}}}
  template:
    metadata: {{labels: {{app: {name}}}}}
    spec:
      containers: [{{name: main, image: "{image}"}}]
"""

"""A repository of many policies on few images, and the six environments that each could cross."""

ENVIRONMENTS = ("dev", "test", "qa", "staging", "preprod", "production")
#: Policies that look at the tags of one image.
SHARED = 100
VERSION = r"v[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}"


def policy_files(count):
    """Files by their paths: `count` policies that nobody follows, so that each is held against
    every environment."""
    files = {".sluice.yaml": configuration()}
    for number in range(count):
        files[f"policies/{number // SHARED}/{number:04}.yaml"] = policy(number)
    for image in range((count + SHARED - 1) // SHARED):
        files[f"policies/{image}/repository.yaml"] = repository(image)
    return files


def configuration():
    entries = "".join(
        f'  - name: {name}\n    paths: ["clusters/{name}/**"]\n'
        f"    tags: '^{name}-[a-z0-9]+-{VERSION}-[0-9]{{10}}$'\n"
        for name in ENVIRONMENTS
    )
    return f"version: 1\nenvironments:\n{entries}"


def policy(number):
    name = ENVIRONMENTS[number % len(ENVIRONMENTS)]
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: app-{number}
  namespace: flux-system
spec:
  imageRepositoryRef:
    name: image-{number // SHARED}
  filterTags:
    pattern: '^{name}-app{number}-{VERSION}-(?P<ts>[0-9]{{10}})$'
    extract: $ts
  policy:
    numerical:
      order: asc
"""


def repository(image):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata:
  name: image-{image}
  namespace: flux-system
spec:
  image: registry.example.com/image-{image}
  interval: 5m
"""


def tag_files(count):
    """One policy, and a list of `count` tags of which it takes one in six."""
    tags = (
        f"{ENVIRONMENTS[number % len(ENVIRONMENTS)]}-app0-v1.{number % 97}.{number % 31}"
        f"-{number * 2654435761 % (1 << 32):08x}-{1700000000 + number * 7919 % 9999991}\n"
        for number in range(count)
    )
    return {"policy.yaml": policy(0), "repository.yaml": repository(0), "tags.txt": "".join(tags)}

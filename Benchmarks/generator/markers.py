"""A repository of many markers, each with a policy of its own, and two lists of what these select."""

import json
import re

#: Files of one folder.
FOLDER = 60
#: Policies whose tags are of one image.
SHARED = 10
#: The lists, by their names, which are not those of manifests, and the version that they tell.
LISTS = {"old.txt": "1.4.2", "new.txt": "1.5.0"}


def marker_files(count):
    """Files by their paths: three manifests for each of `count` markers, and the lists."""
    files = {}
    for number in range(count):
        folder = f"apps/{number // FOLDER:03}"
        files[f"{folder}/{number:05}-deployment.yaml"] = deployment(number)
        files[f"{folder}/{number:05}-policy.yaml"] = policy(number)
        is_first = number % SHARED == 0
        name = "repository" if is_first else "service"
        files[f"{folder}/{number:05}-{name}.yaml"] = (
            repository(number // SHARED) if is_first else service(number)
        )
    for name, version in LISTS.items():
        files[name] = cluster_list(count, version)
    return files


def list_of_round(number):
    """Each round takes the other list, so that each has all markers to rewrite."""
    return list(reversed(LISTS))[number % len(LISTS)]


def contents(repository):
    """The bytes of all files but Git's own, by their paths."""
    paths = [path for path in sorted(repository.rglob("*")) if ".git" not in path.parts]
    return {path: path.read_bytes() for path in paths if path.is_file()}


def compared(before, repository, name):
    """What is there now; fails unless the tags of all markers are those of a list, and nothing
    else is other than before."""
    after = contents(repository)
    version = LISTS[name].encode()
    for path in before.keys() | after.keys():
        expected = before[path]
        if path.name.endswith("-deployment.yaml"):
            expected = re.sub(rb"(:v)[0-9.]+(-[0-9]+ # )", rb"\g<1>" + version + rb"\g<2>", expected)
            assert version in expected, path
        assert after[path] == expected, path
    return after


def image(number):
    return f"registry.example.com/team/app-{number // SHARED}"


def tag(number, version):
    return f"v{version}-{number}"


def deployment(number):
    return f"""# Owned by team {number // FOLDER}.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-{number}
  namespace: apps
  labels: {{app: app-{number}, tier: "{number % 3}"}}

spec:
    replicas: 2   # more at night
    selector:
        matchLabels:
            app: app-{number}
    template:
        metadata:
            labels:
                app: app-{number}
        spec:
            containers:
                - name: app
                  image: {image(number)}:{tag(number, "1.4.2")} # {{"$imagepolicy": "apps:app-{number}"}}
                  args:
                    - --listen=:8080
                    - --log-level=info
                  resources:
                      requests: {{cpu: 100m, memory: 64Mi}}
"""


def policy(number):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: app-{number}
  namespace: apps
spec:
  imageRepositoryRef:
    name: app-{number // SHARED}
  filterTags:
    pattern: '^v(?P<version>[0-9]+\\.[0-9]+\\.[0-9]+)-{number}$'
    extract: $version
  policy:
    semver:
      range: '>=1.0.0'
"""


def repository(number):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata:
  name: app-{number}
  namespace: apps
spec:
  image: {image(number * SHARED)}
  interval: 5m
"""


def service(number):
    return f"""apiVersion: v1
kind: Service
metadata:
  name: app-{number}
  namespace: apps
spec:
  selector:
    app: app-{number}
  ports:
  - name: http
    port: 80
    targetPort: 8080
"""


def cluster_list(count, version):
    """As `kubectl get imagepolicies -A -o json` prints it."""
    items = [
        {
            "apiVersion": "image.toolkit.fluxcd.io/v1",
            "kind": "ImagePolicy",
            "metadata": {
                "creationTimestamp": "2026-01-01T00:00:00Z",
                "generation": 1,
                "name": f"app-{number}",
                "namespace": "apps",
            },
            "spec": {"imageRepositoryRef": {"name": f"app-{number // SHARED}"}},
            "status": {
                "conditions": [
                    {"message": "latest tag found", "reason": "Succeeded", "status": "True"}
                ],
                "latestRef": {"name": image(number), "tag": tag(number, version)},
                "observedGeneration": 1,
            },
        }
        for number in range(count)
    ]
    return json.dumps({"apiVersion": "v1", "items": items, "kind": "List"}, indent=4) + "\n"

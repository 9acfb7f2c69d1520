"""Repositories of the shapes that fleets have: each grows in one way, and is otherwise small."""

from generator.manifests import (
    automation,
    bare_policy,
    deployment,
    documents,
    flux_kustomization,
    git_repository,
    image_policy,
    image_repository,
    kustomization,
    policy_patch,
    release,
    release_patch,
)

ENVIRONMENTS = [f"env{number}" for number in range(8)]


def shared_automation(teams):
    """Eight clusters deploy the teams; one of them builds the policies of all, and patches them."""
    files = {
        "automation/kustomization.yaml": kustomization(
            [f"../teams/team{team}/automation" for team in range(teams)],
            namespace="flux-system",
            patches=["{path: filter.yaml, target: {kind: ImagePolicy}}"],
        ),
        "automation/filter.yaml": policy_patch(),
        "clusters/control/automation.yaml": documents(automation("all", "."), git_repository()),
        "clusters/control/ks.yaml": documents(
            flux_kustomization("control", "clusters/control"),
            flux_kustomization("automation", "automation"),
        ),
    }
    for environment in ENVIRONMENTS:
        files[f"clusters/{environment}/ks.yaml"] = flux_kustomization(
            "cluster", f"clusters/{environment}"
        )
        for team in range(teams):
            files[f"clusters/{environment}/team{team}.yaml"] = flux_kustomization(
                f"team{team}", f"teams/team{team}/{environment}"
            )
    for team in range(teams):
        files |= _team(f"teams/team{team}", f"team{team}", apps=2, environments=ENVIRONMENTS)
    return files


def _team(directory, team, apps, environments):
    """A base with applications, an overlay for each environment, and the policies of its images."""
    names = [f"{team}-{app}" for app in range(apps)]
    files = {
        f"{directory}/base/kustomization.yaml": kustomization(
            [f"{name}.yaml" for name in names], namespace=team
        ),
        f"{directory}/automation/kustomization.yaml": kustomization(
            [f"{name}.yaml" for name in names]
        ),
    }
    for name in names:
        files[f"{directory}/base/{name}.yaml"] = release(name, f"flux-system:{name}")
        files[f"{directory}/automation/{name}.yaml"] = documents(
            image_repository(name), bare_policy(name)
        )
    for environment in environments:
        files[f"{directory}/{environment}/kustomization.yaml"] = kustomization(
            ["../base"], patches=[f"path: {name}.yaml" for name in names]
        )
        for name in names:
            files[f"{directory}/{environment}/{name}.yaml"] = release_patch(name)
    return files


def patched_clusters(teams):
    """Two clusters in each environment; one Flux Kustomization a team, with a variable in its
    path, which every cluster patches."""
    common = """apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: any, namespace: flux-system}
spec:
  interval: 10m
  patches:
    - target: {kind: HelmRelease}
      patch: |-
        - {op: add, path: /spec/timeout, value: 5m}
  postBuild:
    substitute: {ENVIRONMENT: "${ENVIRONMENT}", CLUSTER: "${CLUSTER}"}
"""
    files = {
        "flux/automation.yaml": documents(automation("all", "."), git_repository()),
        "flux/policies/kustomization.yaml": kustomization(
            [f"../../teams/team{team}/automation" for team in range(teams)],
            namespace="flux-system",
            patches=["{path: filter.yaml, target: {kind: ImagePolicy}}"],
        ),
        "flux/policies/filter.yaml": policy_patch(),
        "clusters/common.yaml": common,
        "clusters/teams/kustomization.yaml": kustomization(
            [f"team{team}.yaml" for team in range(teams)]
        ),
    }
    for team in range(teams):
        files[f"clusters/teams/team{team}.yaml"] = flux_kustomization(
            f"team{team}", f"teams/team{team}/${{ENVIRONMENT}}"
        )
        files |= _team(f"teams/team{team}", f"team{team}", apps=4, environments=ENVIRONMENTS)
    for environment in ENVIRONMENTS:
        last = ["../../flux/automation.yaml", "../../flux/policies"]
        own = [
            f"{{kind: Kustomization, name: team{team}}}" for team in range(0, teams, 3)
        ]
        files[f"clusters/{environment}/kustomization.yaml"] = kustomization(
            ["../teams"] + (last if environment == ENVIRONMENTS[-1] else []),
            patches=["{path: ../common.yaml, target: {kind: Kustomization}}"]
            + [
                f"{{target: {target}, patch: '[{{op: add, path: /spec/wait, value: true}}]'}}"
                for target in own
            ],
        )
        for cluster in "ab":
            name = f"{environment}-{cluster}"
            files[f"clusters/{name}/kustomization.yaml"] = kustomization(
                [f"../{environment}", "flux-system.yaml"]
            )
            files[f"clusters/{name}/flux-system.yaml"] = flux_kustomization(
                "flux-system",
                f"clusters/{name}",
                "  postBuild: {substitute: {ENVIRONMENT: %s, CLUSTER: %s}}\n"
                % (environment, cluster),
            )
    return files


def nested(applications):
    """One cluster; each application with a Flux Kustomization, a namespace and variables."""
    files = {
        "clusters/main/ks.yaml": documents(
            flux_kustomization("apps", "apps", "  postBuild: {substitute: {DOMAIN: a.example}}\n"),
            flux_kustomization("flux", "flux"),
        ),
        "flux/automation.yaml": documents(automation("all", "./"), git_repository()),
    }
    for number in range(applications):
        name, namespace = f"app{number}", f"group{number // 10}"
        directory = f"apps/{namespace}/{name}"
        spec = f"  targetNamespace: {namespace}\n  postBuild: {{substitute: {{APP: {name}}}}}\n"
        files |= {
            f"{directory}/ks.yaml": flux_kustomization(name, f"{directory}/app", spec),
            f"{directory}/app/kustomization.yaml": kustomization(["app.yaml", "policy.yaml"]),
            f"{directory}/app/policy.yaml": documents(image_repository(name), image_policy(name)),
            f"{directory}/app/app.yaml": release(name, f"{namespace}:{name}"),
        }
    return files


def automations(count):
    """Each automation with a directory, a namespace and a policy of its own, all of one name."""
    files = {
        "clusters/main/ks.yaml": flux_kustomization("apps", "apps"),
        "apps/source.yaml": git_repository(),
    }
    for number in range(count):
        tenant = f"tenant{number}"
        files[f"apps/{tenant}/flux.yaml"] = documents(
            automation(tenant, f"./apps/{tenant}", tenant),
            image_repository("web", tenant),
            image_policy("web", tenant),
        )
        files[f"apps/{tenant}/web.yaml"] = release(
            "web", f"{tenant}:web", "registry.example.com/web"
        )
    return files


def labelled_policies(count):
    """Automations that select policies by labels, ten of each."""
    files = {"flux/source.yaml": git_repository()}
    for group in range((count + 9) // 10):
        selector = f"  policySelector: {{matchLabels: {{group: g{group}}}}}\n"
        files[f"flux/group{group}.yaml"] = automation(
            f"group{group}", f"./apps/group{group}", selector=selector
        )
    for number in range(count):
        name, group = f"app{number}", number // 10
        files[f"flux/policies/{name}.yaml"] = documents(
            image_repository(name, "flux-system"),
            image_policy(name, "flux-system", labels=f"labels: {{group: g{group}}}"),
        )
        files[f"apps/group{group}/{name}.yaml"] = release(name, f"flux-system:{name}")
    return files


def policies_of_one_image(count):
    """Policies for the branches of one image."""
    files = {
        "flux/web.yaml": documents(
            image_repository("web", "flux-system"), automation("all", "./"), git_repository()
        )
    }
    for number in range(count):
        name = f"web-{number}"
        files[f"flux/{name}.yaml"] = image_policy(
            name, "flux-system", f"^b{number}-[a-f0-9]+-(?P<ts>[0-9]+)$", "web"
        )
        files[f"apps/{name}.yaml"] = release(
            name,
            f"flux-system:{name}",
            "registry.example.com/web",
            f"b{number}-0a1b2c3-20240101000000",
        )
    return files


def same_names(clusters):
    """Clusters that declare policies of the same five names, each with filters of its own."""
    files = {}
    for cluster in range(clusters):
        directory = f"clusters/c{cluster}"
        policies = [
            text
            for app in range(5)
            for text in (
                image_repository(f"app{app}", "flux-system"),
                image_policy(
                    f"app{app}", "flux-system", f"^c{cluster}-[a-f0-9]+-(?P<ts>[0-9]+)$"
                ),
            )
        ]
        files[f"{directory}/ks.yaml"] = documents(
            flux_kustomization("apps", f"{directory}/apps"), git_repository()
        )
        files[f"{directory}/apps/flux.yaml"] = documents(
            automation("all", f"./{directory}"), *policies
        )
        for app in range(5):
            files[f"{directory}/apps/app{app}.yaml"] = release(
                f"app{app}",
                f"flux-system:app{app}",
                tag=f"c{cluster}-0a1b2c3-20240101000000",
            )
    return files


def tenants(count):
    """Tenants with applications of the same five names, all built into one cluster."""
    files = {
        "clusters/main/ks.yaml": documents(
            flux_kustomization("tenants", "tenants"), git_repository()
        ),
        "tenants/kustomization.yaml": kustomization([f"t{tenant}" for tenant in range(count)]),
    }
    for tenant in range(count):
        namespace = f"t{tenant}"
        names = [f"app{app}" for app in range(5)]
        files[f"tenants/{namespace}/kustomization.yaml"] = kustomization(
            ["automation.yaml"] + [f"{name}.yaml" for name in names], namespace=namespace
        )
        files[f"tenants/{namespace}/automation.yaml"] = automation(
            "apps", f"./tenants/{namespace}", namespace
        )
        for name in names:
            files[f"tenants/{namespace}/{name}.yaml"] = documents(
                image_repository(name),
                image_policy(name),
                release(name, f"{namespace}:{name}"),
            )
    return files


def overlays(count):
    """Overlays of one base of forty workloads, each with an image entry and a patch for each."""
    names = [f"app{number}" for number in range(40)]
    files = {"base/kustomization.yaml": kustomization([f"{name}.yaml" for name in names])}
    for name in names:
        files[f"base/{name}.yaml"] = deployment(name, f"registry.example.com/{name}")
    for number in range(count):
        files[f"clusters/c{number}/ks.yaml"] = flux_kustomization("apps", f"overlays/o{number}")
        files[f"overlays/o{number}/kustomization.yaml"] = kustomization(
            ["../../base"],
            images=[
                f'{{name: registry.example.com/{name}, newTag: "1.{number}"}}' for name in names
            ],
            patches=[_replicas(name, number) for name in names],
        )
    return files


def _replicas(name, count):
    return (
        f"{{target: {{kind: Deployment, name: {name}}}, "
        f"patch: '[{{op: add, path: /spec/replicas, value: {count}}}]'}}"
    )


def wide_overlay(count):
    """One kustomization with a workload, an image entry and a patch for each of many names."""
    names = [f"app{number}" for number in range(count)]
    files = {
        "clusters/main/ks.yaml": flux_kustomization("apps", "overlay"),
        "base/kustomization.yaml": kustomization([f"{name}.yaml" for name in names]),
        "overlay/kustomization.yaml": kustomization(
            ["../base"],
            images=[f'{{name: registry.example.com/{name}, newTag: "1.0"}}' for name in names],
            patches=[_replicas(name, 2) for name in names],
        ),
    }
    for name in names:
        files[f"base/{name}.yaml"] = deployment(name, f"registry.example.com/{name}")
    return files


def deep_bases(chains):
    """Chains of thirty kustomizations, each built on the one below it."""
    files = {}
    for chain in range(chains):
        name = f"app{chain}"
        directory = f"chains/{name}"
        files[f"clusters/main/{name}.yaml"] = flux_kustomization(name, f"{directory}/d29")
        files[f"{directory}/d0/app.yaml"] = deployment(name, f"registry.example.com/{name}:1.2.3")
        files[f"{directory}/d0/kustomization.yaml"] = kustomization(["app.yaml"])
        for depth in range(1, 30):
            files[f"{directory}/d{depth}/kustomization.yaml"] = kustomization(
                [f"../d{depth - 1}"],
                patches=[_replicas(name, depth)],
                namePrefix="x-" if depth == 5 else "",
            )
    return files


def components(count):
    """Components that all patch one base, and applications that each take a few of them."""
    patch = "{target: {kind: Deployment}, patch: '[{op: add, path: /spec/paused, value: false}]'}"
    names = [f"c{number}" for number in range(count)]
    files = {
        "base/kustomization.yaml": kustomization(["app.yaml"]),
        "base/app.yaml": deployment("app", "registry.example.com/app:1.2.3"),
        "clusters/main/all.yaml": flux_kustomization("all", "all"),
        "all/kustomization.yaml": kustomization(
            ["../base"], components=[f"../components/{name}" for name in names]
        ),
    }
    for number, name in enumerate(names):
        files[f"components/{name}/kustomization.yaml"] = kustomization([], patches=[patch]).replace(
            "v1beta1\nkind: Kustomization", "v1alpha1\nkind: Component"
        )
        files[f"clusters/main/{name}.yaml"] = flux_kustomization(name, f"apps/{name}")
        files[f"apps/{name}/kustomization.yaml"] = kustomization(
            ["../../base"],
            components=[f"../../components/c{(number + step) % count}" for step in range(3)],
        )
    return files


def environments(count):
    """Environments that the configuration lists, each with a directory and a policy."""
    entries = "".join(
        f"  - name: e{number}\n    paths: ['clusters/e{number}/**']\n"
        f"    tags: '^e{number}-[a-f0-9]+-[0-9]+$'\n"
        for number in range(count)
    )
    files = {".sluice.yaml": f"version: 1\nenvironments:\n{entries}"}
    for number in range(count):
        directory = f"clusters/e{number}"
        files[f"{directory}/flux.yaml"] = documents(
            automation("all", f"./{directory}", f"e{number}"),
            image_repository("web", f"e{number}"),
            image_policy("web", f"e{number}", f"^e{number}-[a-f0-9]+-(?P<ts>[0-9]+)$"),
        )
        files[f"{directory}/web.yaml"] = release(
            "web", f"e{number}:web", tag=f"e{number}-0a1b2c3-20240101000000"
        )
    return files


def findings(count):
    """Workloads with an image that moves."""
    return {
        f"apps/{number // 100}/app{number}.yaml": deployment(
            f"app{number}", f"registry.example.com/app{number}:latest"
        )
        for number in range(count)
    }


def dangling_markers(count):
    """Markers that all name a policy that is not there."""
    files = {"flux/automation.yaml": documents(automation("all", "./"), git_repository())}
    for number in range(count):
        name = f"app{number}"
        files[f"flux/{name}.yaml"] = documents(
            image_repository(name, "flux-system"), image_policy(name, "flux-system")
        )
        files[f"apps/{name}.yaml"] = release(name, f"flux-system:{name}-gone")
    return files


def one_file(count):
    """Image repositories, policies and releases, all in one file."""
    return {
        "all.yaml": documents(
            *(
                text
                for name in (f"app{number}" for number in range(count))
                for text in (
                    image_repository(name, "flux-system"),
                    image_policy(name, "flux-system"),
                    release(name, f"flux-system:{name}"),
                )
            )
        )
    }


#: The smallest of the three sizes at which each shape is measured.
SIZES = {
    shared_automation: 50,
    patched_clusters: 20,
    nested: 250,
    automations: 250,
    labelled_policies: 300,
    policies_of_one_image: 250,
    same_names: 50,
    tenants: 50,
    overlays: 20,
    wide_overlay: 250,
    deep_bases: 30,
    components: 100,
    environments: 125,
    findings: 1000,
    dangling_markers: 250,
    one_file: 500,
}
#: The shapes by name.
SHAPES = {shape.__name__: shape for shape in SIZES}
#: What is counted instead of files where one file has many objects, or one object is built often.
OBJECTS = {
    "overlays": lambda size: 40 * size,
    "wide_overlay": lambda size: 3 * size,
    "components": lambda size: 7 * size,
    "one_file": lambda size: 3 * size,
}

"""One application: its base, its overlays, its scanned image and the policies that follow it."""

from .dice import Dice
from .templates import rendered

ENVIRONMENTS = ("develop", "staging", "production")
FOLLOWED = ENVIRONMENTS[1:]

# How an application's images are tagged and followed, by its number in the team.
#   Three have a policy for each followed environment, the others one policy for all.
#   The last one follows the version of its chart, where the others follow an image.
PER_ENVIRONMENT = r"""  filterTags:
    pattern: '^{environment}-v[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{{7}}-(?P<built>[0-9]{{10}})$'
    extract: $built
  policy:
    numerical:
      order: asc"""
BUILDS = r"""  filterTags:
    # branch, commit, seconds since 1970
    pattern: '^main-[0-9a-f]{7}-(?P<built>[0-9]{10})$'
    extract: $built
  policy:
    numerical:
      order: asc"""
DATES = r"""  filterTags:
    pattern: '^[0-9]{8}-[0-9]{4}$'
  policy:
    alphabetical:
      order: asc"""
RELEASES = "  policy:\n    semver:\n      range: '>=1.0.0 <2.0.0'"
SELECTIONS = [PER_ENVIRONMENT] * 3 + [RELEASES, RELEASES, BUILDS, DATES, RELEASES, RELEASES]


class App:
    """An application of a team; `number` (0 to 8) decides what it is made of."""

    def __init__(self, team, number, name):
        self.team, self.number, self.name = team, number, name
        self.id = f"{team}-{name}"
        self.directory = f"apps/{team}/{name}"
        self.environments = ENVIRONMENTS if number < 5 else FOLLOWED
        self._follows_chart = number == 8
        self._selection = SELECTIONS[number]
        self._image = f"ghcr.io/acme/{'charts/' if self._follows_chart else ''}{self.id}"

    def namespace(self, environment):
        return f"{self.id}-{environment}"

    def scanning(self):
        """File name and text of the ImageRepository and of each ImagePolicy."""
        yield f"{self.name}-repository.yaml", self._rendered("images/repository", image=self._image)
        for environment in FOLLOWED if self._selection is PER_ENVIRONMENT else [""]:
            selection = self._selection
            if environment:
                selection = selection.format(environment=environment)
            policy = self._policy(environment)
            yield f"{policy.removeprefix(self.team + '-')}-policy.yaml", self._rendered(
                "images/policy", policy=policy, selection=selection
            )

    def base(self):
        """File name and text of each file of the base but its kustomization."""
        chart = self.id if self._follows_chart else "service"
        for component in ("api", "worker", "frontend"):
            yield f"{component}.yaml", self._rendered(
                "app/release", component=component, chart=chart
            )
        names = ["service", "config", ("autoscaler", "ingress", "network-policy")[self.number % 3]]
        if self._selection is PER_ENVIRONMENT:
            names.append("credentials")
        elif not self._follows_chart:
            names.append("deployment")
        if self.number == 3:
            names.append("cronjob")
        for name in names:
            yield f"{name}.yaml", self._rendered(
                f"app/{name}", reference=f"{self._image}:{self._tag('')}", marker=self._marker("")
            )

    def overlay(self, environment):
        """File name and text of each file of an overlay but its kustomization."""
        yield "api.yaml", self._patch("api", environment, environment in FOLLOWED)
        if environment in FOLLOWED:
            yield "worker.yaml", self._patch("worker", environment, self._follows_chart)

    def _patch(self, component, environment, is_followed):
        version = image = ""
        tag = f"{self._tag(environment)} {self._marker(environment, ':tag')}"
        if is_followed and self._follows_chart:
            version = f"  chart:\n    spec:\n      version: {tag}\n"
        elif is_followed and self.number in (4, 6):
            marker = self._marker(environment)
            image = f"    image: {self._image}:{self._tag(environment)} {marker}\n"
        elif is_followed:
            image = f"    image:\n      tag: {tag}\n"
        return self._rendered(
            "app/patch",
            component=component,
            environment=environment,
            chart_version=version,
            image=image,
        )

    def _policy(self, environment):
        """The name of the policy that an environment follows."""
        is_own = environment and self._selection is PER_ENVIRONMENT
        return f"{self.id}-{environment}" if is_own else self.id

    def _marker(self, environment, part=""):
        return f'# {{"$imagepolicy": "flux-system:{self._policy(environment)}{part}"}}'

    def _tag(self, environment):
        """The tag deployed in an environment; its policy admits it."""
        dice = Dice(self._policy(environment), "tag")
        version = f"1.{dice.below(30)}.{dice.below(20)}"
        build = f"{dice.hexadecimal(7)}-{1700000000 + dice.below(30000000)}"
        date = f"2024{1 + dice.below(12):02}{1 + dice.below(28):02}-{dice.below(10000):04}"
        return {
            PER_ENVIRONMENT: f"{environment}-v{version}-{build}",
            BUILDS: f"main-{build}",
            DATES: date,
            RELEASES: version,
        }[self._selection]

    def _rendered(self, template, **values):
        dice = Dice(self.id, template, values.get("component"), values.get("environment"))
        return rendered(template, dice, team=self.team, app=self.name, id=self.id, **values)

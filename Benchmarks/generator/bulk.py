"""The few files that hold most of a repository's bytes: CRD bundles, dashboards, alert rules."""

import json

from .dice import Dice, WORDS


def crd_bundle(key, group, kinds):
    """Custom resource definitions as operators ship them: one document a kind, about 40 kB each."""
    return "".join(_crd(Dice(key, kind), group, kind) for kind in kinds)


def _crd(dice, group, kind):
    plural = kind.lower() + "s"
    schema = _schema(dice, depth=4, indent=12)
    return f"""---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.19.0
  name: {plural}.{group}
spec:
  group: {group}
  names:
    kind: {kind}
    listKind: {kind}List
    plural: {plural}
    singular: {kind.lower()}
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          description: {kind} is the schema of the {plural} API.
          type: object
          properties:
{schema}      served: true
      storage: true
      subresources:
        status: {{}}
"""


def _schema(dice, depth, indent):
    """Properties nested `depth` deep, a pod's container among them."""
    margin = " " * indent
    names = ["image", "imagePullPolicy"] if depth == 1 else []
    names += sorted({dice.pick(WORDS) + dice.pick(WORDS).capitalize() for _ in range(4)})
    lines = []
    for name in names:
        lines.append(f"{margin}{name}:\n{margin}  description: |-\n")
        for _ in range(1 + dice.below(3)):
            lines.append(f"{margin}    {dice.sentence(8 + dice.below(6))}\n")
        if depth > 1 and name == names[0]:
            lines.append(f"{margin}  items:\n{margin}    properties:\n")
            lines.append(_schema(dice, depth - 1, indent + 6))
            lines.append(f"{margin}    type: object\n{margin}  type: array\n")
        elif depth > 2:
            lines.append(f"{margin}  properties:\n")
            lines.append(_schema(dice, depth - 1, indent + 4))
            lines.append(f"{margin}  type: object\n")
        else:
            lines.append(f"{margin}  type: {dice.pick(['string', 'integer', 'boolean'])}\n")
    return "".join(lines)


def dashboards(key, namespace):
    """A ConfigMap of two Grafana dashboards, JSON in block scalars."""
    text = f"""apiVersion: v1
kind: ConfigMap
metadata:
  name: {namespace}-dashboards
  namespace: {namespace}
  labels:
    grafana_dashboard: "1"
data:
"""
    for title in ("overview", "latency"):
        dashboard = json.dumps(_dashboard(Dice(key, title), title), indent=2)
        text += f"  {title}.json: |-\n"
        text += "".join(f"    {line}\n" for line in dashboard.splitlines())
    return text


def _dashboard(dice, title):
    panels = [
        {
            "id": number,
            "type": dice.pick(["timeseries", "stat", "table", "heatmap"]),
            "title": dice.sentence(4),
            "gridPos": {"h": 8, "w": 12, "x": 12 * (number % 2), "y": 8 * (number // 2)},
            "datasource": {"type": "prometheus", "uid": "${datasource}"},
            "fieldConfig": {
                "defaults": {"unit": dice.pick(["s", "bytes", "percentunit"]), "min": 0},
                "overrides": [],
            },
            "options": {"legend": {"displayMode": "list", "placement": "bottom"}},
            "targets": [
                {
                    "expr": f'sum(rate({dice.pick(WORDS)}_{dice.pick(WORDS)}_total'
                    f'{{namespace="$namespace"}}[5m])) by (pod)',
                    "legendFormat": "{{pod}}",
                    "refId": letter,
                }
                for letter in "ABC"
            ],
        }
        for number in range(32)
    ]
    return {"title": title, "uid": dice.hexadecimal(12), "schemaVersion": 39, "panels": panels}


def alert_rules(key, namespace):
    """A PrometheusRule with forty alerts."""
    dice = Dice(key, "alerts")
    text = f"""apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: {namespace}
  namespace: {namespace}
spec:
  groups:
    - name: {namespace}.rules
      rules:
"""
    for number in range(40):
        text += f"""        - alert: {dice.pick(WORDS).capitalize()}{dice.pick(WORDS).capitalize()}{number}
          expr: |
            sum by (namespace) (rate({dice.pick(WORDS)}_errors_total{{namespace="{namespace}"}}[5m]))
              > {dice.below(90) / 10}
          for: {5 + dice.below(25)}m
          labels:
            severity: {dice.pick(["warning", "critical"])}
          annotations:
            summary: {dice.sentence(9)}
            description: '{dice.sentence(14)} {{{{ $value }}}}'
"""
    return text

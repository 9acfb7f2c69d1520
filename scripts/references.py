"""Image references and working markers of one manifest, read with PyYAML."""

import json
import re

import yaml
from yaml.composer import Composer
from yaml.cyaml import CParser
from yaml.resolver import Resolver

LISTS = {"containers", "initContainers", "ephemeralContainers", "steps"}
SETTER = re.compile(r"[^:\s]+:[^:\s]+(:(tag|name|digest))?")


class Loader(CParser, Composer, Resolver):
    """Composes nodes; other than PyYAML's own it lets an anchor be defined again."""

    check_node, get_node = Composer.check_node, Composer.get_node

    def __init__(self, data):
        CParser.__init__(self, data)
        Composer.__init__(self)
        Resolver.__init__(self)

    def compose_node(self, parent, index):
        anchor = self.peek_event().anchor
        if not self.check_event(yaml.AliasEvent):
            self.anchors.pop(anchor, None)
        return Composer.compose_node(self, parent, index)


def references(path, data):
    """Line, kind (`container`, `kustomize`, `marker`) and text of each; None if unparsable."""
    if not (b"image" in data or b"i\0m\0a\0g\0e" in data):
        return []
    try:
        documents = composed(data)
        found = []
        for document in documents:
            found += containers(document)
            found += kustomize_images(path, document)
        if b'"$imagepolicy"' in data and all(is_object(document) for document in documents):
            found += markers(data.decode("utf-8-sig"), documents)
        return found
    except yaml.YAMLError:
        return None


def composed(data):
    loader, documents = Loader(data), []
    while loader.check_node():
        documents.append(loader.get_node())
    return documents


def nodes(document):
    """Every node below and with `document` once, in order; of equal keys only the first's value."""
    seen, waiting = set(), [document]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
        elif isinstance(node, yaml.MappingNode):
            waiting += reversed(list(members(node).values()))


def members(node):
    """The values of a mapping by the text of their scalar keys."""
    found = {}
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            found.setdefault(key.value if isinstance(key, yaml.ScalarNode) else id(key), value)
    return found


def items(node):
    return node.value if isinstance(node, yaml.SequenceNode) else []


def reference(kind, node, text=None):
    return (node.start_mark.line + 1, kind, text or node.value)


def containers(document):
    """`image` of each element of a list that Kubernetes and Tekton keep containers in."""
    for node in nodes(document):
        for name, value in members(node).items():
            for item in items(value) if name in LISTS else []:
                image = members(item).get("image")
                if isinstance(image, yaml.ScalarNode) and image.value:
                    yield reference("container", image)


def kustomize_images(path, document):
    """Each element of a kustomization's `images`, and of a Flux Kustomization's."""
    top = members(document)
    group = getattr(top.get("apiVersion"), "value", "")
    is_named = path.split("/")[-1] in ("kustomization.yaml", "kustomization.yml", "Kustomization")
    images = items(top.get("images")) if is_named or "kustomize.config.k8s.io" in group else []
    if "kustomize.toolkit.fluxcd.io" in group:
        images = items(members(top.get("spec")).get("images"))
    for image in images:
        text = " ".join(
            f"{name}={value.value}"
            for name, value in members(image).items()
            if isinstance(value, yaml.ScalarNode)
        )
        yield reference("kustomize", image, text)


def is_object(document):
    """Whether Flux goes on with a file that has this document."""
    metadata = members(document).get("metadata")
    is_null = isinstance(metadata, yaml.ScalarNode) and metadata.tag.endswith(":null")
    return isinstance(document, yaml.MappingNode) and (
        metadata is None or is_null or isinstance(metadata, yaml.MappingNode)
    )


def markers(text, documents):
    """The comments that Flux would act on, with the line of the value that they belong to."""
    values = {
        node.end_mark.index: node
        for document in documents
        for node in nodes(document)
        if isinstance(node, yaml.ScalarNode) and node.end_mark.index > node.start_mark.index
    }
    beside, above = {}, {}
    tokens = list(yaml.scan(text, Loader=yaml.SafeLoader))
    for index, token in enumerate(tokens[:-1]):
        line_comment, block = comments(text, token, tokens[index + 1])
        if line_comment and isinstance(token, yaml.BlockEntryToken):
            above[owner(values, tokens, index, 1)] = line_comment
        elif line_comment:
            beside[owner(values, tokens, index, -1)] = line_comment
        if block:
            above[owner(values, tokens, index + 1, 1)] = block
    for node in (set(beside) | set(above)) - {None}:
        # The comment beside a value hides the one above it.
        name = setter(beside.get(node) or above[node])
        if name:
            yield reference("marker", node, f"{name} {node.value!r}")


def owner(values, tokens, index, step):
    """The value at a token, beyond the `-` or `,` that a comment may stand at."""
    if isinstance(tokens[index], (yaml.BlockEntryToken, yaml.FlowEntryToken)):
        index += step
    return values.get(tokens[index].end_mark.index)


def comments(text, before, after):
    """The comment beside a token, and the block of comment lines above the next one."""
    first, *others = re.split(r"\r?\n", text[before.end_mark.index : after.start_mark.index])
    if isinstance(before, yaml.ScalarToken) and before.style in ("|", ">"):
        # Here the gap begins below the text, and the comment is in the header.
        others.insert(0, first)
        first = text[before.start_mark.index : before.end_mark.index].split("\n", 1)[0]
    blocks = "\n".join(line.strip().lstrip("#") for line in others).strip("\n").split("\n\n")
    return first.partition("#")[2], blocks[-1]


def setter(comment):
    """The name of the setter in a comment, if Flux takes it for one."""
    try:
        settings = json.loads(comment.strip().lstrip("#"))
    except ValueError:
        return None
    if not isinstance(settings, dict):
        return None
    if not all(value is None or isinstance(value, str) for value in settings.values()):
        return None
    name = settings.get("$imagepolicy") or ""
    return name if SETTER.fullmatch(name) else None

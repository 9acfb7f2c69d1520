"""A snapshot of tags: for each policy that a marker follows, one that is newer than what runs."""

import json
import re

OBJECT = re.compile(r"^kind: (\w+)\n(?:.*\n)*?  name: (\S+)\n((?:.*\n)*)", re.MULTILINE)
MARKER = re.compile(r'(\S+) # \{"\$imagepolicy": "[^:"]+:([^:"]+)(:tag)?"\}')


def write(repository):
    """Puts `tags.json` beside the manifests, unless it is there."""
    path = repository / "tags.json"
    if path.exists():
        return
    images, policies, tags = {}, {}, {}
    texts = [file.read_text() for file in sorted(repository.glob("apps/**/*.yaml"))]
    for text in (document for text in texts for document in text.split("\n---\n")):
        for kind, name, rest in OBJECT.findall(text):
            if kind == "ImageRepository":
                images[name] = re.search(r"^  image: (\S+)", rest, re.MULTILINE)[1]
            if kind == "ImagePolicy":
                policies[name] = re.search(r"imageRepositoryRef:\n    name: (\S+)", rest)[1]
    for text in texts:
        for value, policy, _ in MARKER.findall(text):
            tag = value.strip("\"'").rpartition(":")[2]
            tags.setdefault(images[policies[policy]], set()).update([tag, newer(tag)])
    listed = [
        {"image": image, "time": "2026-01-01T00:00:00Z", "tags": sorted(tags[image])}
        for image in sorted(tags)
    ]
    path.write_text(json.dumps({"schema": 1, "images": listed}))


def newer(tag):
    """The last number of a tag is its least: a patch, a time."""
    return re.sub(r"[0-9]+(?=[^0-9]*$)", lambda number: f"{int(number[0]) + 1:0{len(number[0])}}", tag)

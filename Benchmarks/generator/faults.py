"""Faults that a checker has to find, put into a healthy repository."""

import re

# Rule, what a file must hold, and what takes its place; each team has a file for every one.
FAULTS = [
    ("image-latest-tag", r":v0\.28\.\d+", ":latest"),
    ("marker-policy-missing", r':tag"}', '-gone:tag"}'),
    ("image-untagged", r"(curlimages/curl):\S+", r"\1"),
    ("marker-malformed", r':tag"}', ':tag",}'),
    ("marker-misspelled", r'"\$imagepolicy"', '"$imagePolicy"'),
    ("marker-form-mismatch", r':tag"}', '"}'),
    ("image-reference-invalid", r"docker\.io/migrate/", "docker.io/Migrate/"),
]


def break_files(files, count):
    """Puts `count` faults into as many of `files` (path to text) and yields `path:line: rule`.

    The kinds take turns, and each goes to the first unbroken file in path order that can have it.
    """
    unbroken = sorted(files)
    for index in range(count):
        rule, sound, faulty = FAULTS[index % len(FAULTS)]
        path = next(path for path in unbroken if re.search(sound, files[path]))
        unbroken.remove(path)
        line = 1 + files[path][: re.search(sound, files[path]).start()].count("\n")
        files[path] = re.sub(sound, faulty, files[path], count=1)
        yield f"{path}:{line}: {rule}"

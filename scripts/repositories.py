"""Repositories to try Sluice on: commits in local Git directories, named by a table."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Repository:
    """One commit in a Git directory, bare or not."""

    name: str
    directory: str
    commit: str

    def manifests(self):
        """Path and bytes of every file that Flux or kustomize would read as YAML."""
        listed = self._git("ls-tree", "-r", "-z", self.commit).decode("utf-8", "surrogateescape")
        entries = [entry.split("\t", 1) for entry in listed.split("\0") if entry]
        chosen = [
            (path, meta.split()[2])
            for meta, path in entries
            if meta.startswith("100")
            and (path.endswith((".yaml", ".yml")) or path.split("/")[-1] == "Kustomization")
        ]
        names = "".join(f"{name}\n" for _, name in chosen).encode()
        batch = self._git("cat-file", "--batch", input=names)
        start = 0
        for path, _ in chosen:
            header_end = batch.index(b"\n", start)
            header = batch[start:header_end].split()
            if header[1] == b"missing":  # as in a partial clone
                start = header_end + 1
                continue
            size = int(header[2])
            yield path, batch[header_end + 1 : header_end + 1 + size]
            start = header_end + size + 2

    def file(self, path):
        """The bytes of one file of the commit."""
        return self._git("cat-file", "blob", f"{self.commit}:{path}")

    def _git(self, *words, **options):
        command = ["git", "--git-dir", self.directory, *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def listed(table):
    """The repositories of a table: name, Git directory and commit a line, between tabs.

    Further columns are ignored, and so are lines that begin with `#`.
    """
    lines = Path(table).read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Repository(*row[:3]) for row in rows]

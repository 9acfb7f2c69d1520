"""An editor in which somebody types, as `sluice lsp` sees it."""

import json
import subprocess
import time
from pathlib import Path

# As people type, then with pauses in which the whole repository begins to be looked at, and with
# some in which that comes to its end.
PAUSES = [0.08] * 20 + [0.45] * 8 + [1.5] * 4


def times(program, repository, environment):
    """For each kind of file, the milliseconds between keystrokes and what is said of them."""
    for kind, path, word in places(repository):
        with Server(program, repository, environment) as server:
            yield kind, server.type(path, word)


def places(repository):
    """A file of each kind, and a text in it behind which somebody types."""
    found = {}
    for file in sorted(Path(repository, "apps").rglob("*.yaml")):
        text = file.read_text()
        for kind, has, word in [
            ("a workload", "containers:", "image: "),
            ("a file with a marker", "$imagepolicy", "image: "),
            ("a policy", "kind: ImagePolicy", "pattern: "),
            ("the name of a policy", "kind: ImagePolicy", "  name: "),
            ("a kustomization", "kustomize.config.k8s.io", "namespace: "),
        ]:
            is_marked = "$imagepolicy" in text
            if has in text and word in text and is_marked == (has == "$imagepolicy"):
                found.setdefault(kind, (kind, file, word))
    return found.values()


class Server:
    """`sluice lsp`, from its start to its end."""

    def __init__(self, program, repository, environment):
        self.process = subprocess.Popen(
            [program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        root = Path(repository).resolve().as_uri()
        self.send("initialize", {"rootUri": root, "capabilities": {}}, id=1)
        self.send("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("shutdown", None, id=2)
        self.send("exit", None)
        self.process.communicate()

    def send(self, method, parameters, **members):
        message = {"jsonrpc": "2.0", "method": method, "params": parameters} | members
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.partition(b":")[2])
        return json.loads(self.process.stdout.read(length))

    def wait(self, version):
        """Until it is said what is found in some version of the document."""
        while True:
            message = self.receive()
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            if message["params"].get("version") == version:
                return

    def type(self, file, word):
        """Writes one character and takes it back, again and again."""
        text, uri = file.read_text(), file.resolve().as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        self.wait(1)
        time.sleep(2)
        before = text[: text.index(word) + len(word)]
        line, column = before.count("\n"), len(before.rpartition("\n")[2])
        milliseconds = []
        for number, pause in enumerate(PAUSES):
            start = {"line": line, "character": column}
            end = {"line": line, "character": column + number % 2}
            change = {"range": {"start": start, "end": end}, "text": "" if number % 2 else "x"}
            document = {"uri": uri, "version": number + 2}
            started = time.perf_counter()
            self.send(
                "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
            )
            self.wait(number + 2)
            milliseconds.append(1000 * (time.perf_counter() - started))
            time.sleep(pause)
        return milliseconds

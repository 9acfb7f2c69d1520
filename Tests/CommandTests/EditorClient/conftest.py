"""Repositories, and an editor that works on them: the client of pytest-lsp, unchanged."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import make_test_lsp_client

SLUICE = os.environ["SLUICE"]
FAULTY = Path(os.environ["FAULTY_EXAMPLE"])
ENVIRONMENT = os.environ | {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


class Repository:
    """Files in a work tree, all committed."""

    def __init__(self, folder, files):
        self.folder = folder.resolve()
        for path, text in files.items():
            self.write(path, text)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=first")

    def git(self, *words):
        subprocess.run(["git", "-C", self.folder, *words], check=True, env=ENVIRONMENT)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def read(self, path):
        return (self.folder / path).read_bytes().decode()

    def uri(self, path):
        return Path(os.path.normpath(self.folder / path)).as_uri()

    def findings(self):
        """What `sluice check` finds."""
        command = [SLUICE, "check", "--output", "json", "--exit-zero"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, check=True)
        return json.loads(run.stdout)["findings"]


class Editor:
    """A client with the documents that are open in it."""

    def __init__(self, client, repository):
        self.client = client
        self.repository = repository
        self.texts = {}
        self.versions = {}

    def open(self, path, text=None):
        self.texts[path] = self.repository.read(path) if text is None else text
        self.versions[path] = 1
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(
                    uri=self.repository.uri(path),
                    language_id="yaml",
                    version=1,
                    text=self.texts[path],
                )
            )
        )

    def replace(self, path, old, new):
        """Types in the place of a text that occurs once."""
        text = self.texts[path]
        assert text.count(old) == 1
        start = text.index(old)
        change = types.TextDocumentContentChangePartial(
            range=types.Range(position(text, start), position(text, start + len(old))), text=new
        )
        self.texts[path] = text.replace(old, new)
        self.change(path, change)

    def write(self, path, text):
        """Puts another text into the place of all."""
        self.texts[path] = text
        self.change(path, types.TextDocumentContentChangeWholeDocument(text=text))

    def change(self, path, change):
        self.versions[path] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(
                    uri=self.repository.uri(path), version=self.versions[path]
                ),
                [change],
            )
        )

    def close(self, path):
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(self.document(path))
        )

    def save(self, path):
        self.repository.write(path, self.texts[path])
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(self.document(path)))

    def document(self, path):
        return types.TextDocumentIdentifier(self.repository.uri(path))

    def diagnostics(self, path):
        return self.client.diagnostics.get(self.repository.uri(path))

    def rules(self, path):
        """Of what is shown; None where nothing was said yet."""
        shown = self.diagnostics(path)
        return None if shown is None else sorted(one.code for one in shown)

    async def shows(self, path, *rules):
        await until(lambda: self.rules(path) == sorted(rules), lambda: self.rules(path))

    def place(self, path, text, offset=0):
        """Where a text begins that occurs once."""
        assert self.texts[path].count(text) == 1
        return position(self.texts[path], self.texts[path].index(text) + offset)

    async def hover(self, path, text):
        return await self.client.text_document_hover_async(
            types.HoverParams(self.document(path), self.place(path, text))
        )

    async def definitions(self, path, text):
        return await self.client.text_document_definition_async(
            types.DefinitionParams(self.document(path), self.place(path, text))
        )

    async def references(self, path, text, with_declaration=False):
        return await self.client.text_document_references_async(
            types.ReferenceParams(
                types.ReferenceContext(include_declaration=with_declaration),
                self.document(path),
                self.place(path, text),
            )
        )

    async def actions(self, path, range, only=None):
        return await self.client.text_document_code_action_async(
            types.CodeActionParams(
                self.document(path), range, types.CodeActionContext(diagnostics=[], only=only)
            )
        )

    def apply(self, path, edit):
        """What an editor does with a code action."""
        (change,) = edit.document_changes
        assert change.text_document.uri == self.repository.uri(path)
        assert change.text_document.version == self.versions[path]
        text = self.texts[path]
        for one in sorted(change.edits, key=lambda one: offset(text, one.range.start), reverse=True):
            start, end = offset(text, one.range.start), offset(text, one.range.end)
            text = text[:start] + one.new_text + text[end:]
        self.write(path, text)


def position(text, offset):
    """In UTF-16 units, as a client counts that offers nothing else."""
    before = text[:offset]
    line = before.count("\n")
    column = before.rpartition("\n")[2]
    return types.Position(line, len(column.encode("utf-16-le")) // 2)


def offset(text, place):
    lines = text.split("\n")
    units = lines[place.line].encode("utf-16-le")[: 2 * place.character]
    return sum(len(line) + 1 for line in lines[: place.line]) + len(units.decode("utf-16-le"))


async def until(holds, state):
    """Waits for what should come soon, and says what is there instead."""
    for _ in range(1_000):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"after 20 seconds: {state()}")


def capabilities(encodings=None):
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True
            ),
        ),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
        ),
    )


@pytest_asyncio.fixture
async def connect():
    """Starts servers that take leave in the end."""
    clients = []

    async def connect(*folders, encodings=None, repository=None):
        client = make_test_lsp_client()
        client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda parameters: None)
        await client.start_io(SLUICE, "lsp")
        clients.append(client)
        await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities(encodings),
                workspace_folders=[
                    types.WorkspaceFolder(uri=Path(folder).as_uri(), name="fleet")
                    for folder in folders
                ],
            )
        )
        return Editor(client, repository)

    yield connect
    for client in clients:
        await client.shutdown_session()
        await client.stop()


@pytest.fixture
def make_repository(tmp_path):
    def make(files, name="fleet"):
        return Repository(tmp_path / name, files)

    return make


@pytest.fixture
def faulty_repository(tmp_path):
    """The faulty example of this package."""
    shutil.copytree(FAULTY, tmp_path / "fleet")
    return Repository(tmp_path / "fleet", {})


@pytest_asyncio.fixture
async def editor(connect, make_repository):
    """An editor that works on a small repository."""
    repository = make_repository(FLEET)
    return await connect(repository.folder, repository=repository)


def policy(name):
    return f"""apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: {name}
  namespace: flux-system
spec:
  imageRepositoryRef:
    name: web
  policy:
    semver:
      range: 1.x
"""


def pod(image, name="web"):
    return f"""apiVersion: v1
kind: Pod
metadata:
  name: {name}
spec:
  containers:
    - image: {image}
      name: {name}
"""


MARKER = '{"$imagepolicy": "flux-system:web"}'
FLEET = {
    "images/policy.yaml": policy("web"),
    "images/other.yaml": policy("other"),
    "images/repository.yaml": """apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata:
  name: web
  namespace: flux-system
spec:
  image: ghcr.io/org/web
  interval: 5m
""",
    "apps/web.yaml": pod(f"ghcr.io/org/web:1.0.0 # {MARKER}"),
    "apps/api.yaml": pod(f"ghcr.io/org/web:1.2.0 # {MARKER}", "api"),
    "apps/plain.yaml": pod("nginx:1.27.3", "plain"),
}

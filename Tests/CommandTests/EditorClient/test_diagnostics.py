"""What an editor is shown while somebody types."""

import pytest
from conftest import FLEET, pod, policy, until
from lsprotocol import types

SEVERITIES = {"error": 1, "warning": 2, "note": 3}


async def test_a_fault_is_shown_as_it_is_typed_and_goes_as_it_is_undone(editor):
    editor.open("apps/plain.yaml")
    await editor.shows("apps/plain.yaml")
    editor.replace("apps/plain.yaml", "nginx:1.27.3", "nginx:latest")
    await editor.shows("apps/plain.yaml", "image-latest-tag")
    (shown,) = editor.diagnostics("apps/plain.yaml")
    assert shown.range.start == editor.place("apps/plain.yaml", "latest")
    assert shown.severity == types.DiagnosticSeverity.Error
    assert shown.source == "sluice"
    assert shown.code_description.href.endswith("/rules/definitions/image-latest-tag.md")
    editor.replace("apps/plain.yaml", "nginx:latest", "nginx:1.27.3")
    await editor.shows("apps/plain.yaml")
    assert editor.repository.read("apps/plain.yaml") == FLEET["apps/plain.yaml"]


async def test_columns_behind_astral_characters_are_right(editor):
    editor.open("apps/plain.yaml")
    flow = "    - {name: 😀é, image: nginx}\n"
    old = FLEET["apps/plain.yaml"].partition("containers:\n")[2]
    editor.replace("apps/plain.yaml", old, flow)
    await editor.shows("apps/plain.yaml", "image-untagged")
    (shown,) = editor.diagnostics("apps/plain.yaml")
    assert shown.range.start == editor.place("apps/plain.yaml", "nginx")


async def test_a_policy_renamed_in_a_buffer_leaves_markers_of_other_files_behind(editor):
    editor.open("apps/web.yaml")
    editor.open("images/policy.yaml")
    await editor.shows("apps/web.yaml")
    editor.replace("images/policy.yaml", "name: web\n  namespace", "name: www\n  namespace")
    await editor.shows("apps/web.yaml", "marker-policy-missing")
    editor.replace("images/policy.yaml", "name: www\n  namespace", "name: web\n  namespace")
    await editor.shows("apps/web.yaml")


async def test_many_edits_at_once_end_with_the_findings_of_the_last(editor):
    editor.open("apps/plain.yaml")
    for number in range(200):
        editor.write("apps/plain.yaml", pod("nginx" if number % 2 else f"nginx:1.{number}"))
    await editor.shows("apps/plain.yaml", "image-untagged")


@pytest.mark.parametrize("encodings", [None, ["utf-16"], ["utf-32", "utf-8", "utf-16"]])
async def test_what_is_shown_is_what_check_finds(connect, faulty_repository, encodings):
    repository = faulty_repository
    editor = await connect(repository.folder, encodings=encodings, repository=repository)
    paths = sorted(
        str(path.relative_to(repository.folder)) for path in repository.folder.rglob("*.yaml")
    )
    for path in paths:
        editor.open(path)
    expected = {path: [] for path in paths}
    for finding in repository.findings():
        expected[finding["path"]].append(finding)
    assert sum(map(len, expected.values())) > 10
    for path in paths:
        await editor.shows(path, *(finding["rule"] for finding in expected[path]))
        shown = sorted(map(summary, editor.diagnostics(path)))
        assert shown == sorted(map(summary_of_finding, expected[path]))


def summary(shown):
    start, end = shown.range.start, shown.range.end
    return (
        shown.code, shown.message, shown.severity.value,
        start.line + 1, start.character + 1, end.line + 1, end.character + 1,
        [(one.message, one.location.range.start.line + 1) for one in shown.related_information or []],
    )  # fmt: skip


def summary_of_finding(finding):
    """The example is ASCII, so that all columns are the same."""
    return (
        finding["rule"], finding["message"], SEVERITIES[finding["severity"]],
        finding["line"], finding["column"], finding["endLine"], finding["endColumn"],
        [(one["message"], one["line"]) for one in finding["related"]],
    )  # fmt: skip


async def test_suppressions_and_configuration_hold_as_in_a_check(editor):
    editor.repository.write(".sluice.yaml", "version: 1\nrules: { image-latest-tag: warning }\n")
    editor.open(".sluice.yaml")
    editor.open("apps/plain.yaml", pod("nginx:latest"))
    await until(
        lambda: [one.severity.value for one in editor.diagnostics("apps/plain.yaml") or []] == [2],
        lambda: editor.diagnostics("apps/plain.yaml"),
    )
    editor.replace(".sluice.yaml", "image-latest-tag: warning", "image-latest-tag: off")
    await editor.shows("apps/plain.yaml")
    editor.replace(".sluice.yaml", "image-latest-tag: off", "")
    ignore = "    # sluice: ignore[image-latest-tag] for a reason\n"
    editor.write("apps/plain.yaml", pod("nginx:latest").replace("    - image", ignore + "    - image"))
    await editor.shows("apps/plain.yaml")


async def test_a_wrong_configuration_is_shown_where_it_is_wrong(editor):
    editor.open("apps/plain.yaml", pod("nginx"))
    await editor.shows("apps/plain.yaml", "image-untagged")
    editor.open(".sluice.yaml", "version: 1\nrule: {}\n")
    await editor.shows(".sluice.yaml", None)
    (shown,) = editor.diagnostics(".sluice.yaml")
    assert shown.range.start == types.Position(1, 0)
    assert "did you mean `rules`?" in shown.message
    editor.replace(".sluice.yaml", "rule:", "rules:")
    await editor.shows(".sluice.yaml")
    editor.replace("apps/plain.yaml", "nginx", "nginx:latest")
    await editor.shows("apps/plain.yaml", "image-latest-tag")


async def test_files_that_change_outside_are_read_again(editor):
    editor.open("apps/web.yaml")
    await editor.shows("apps/web.yaml")
    editor.repository.write("images/policy.yaml", policy("renamed"))
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            [
                types.FileEvent(
                    uri=editor.repository.uri("images/policy.yaml"),
                    type=types.FileChangeType.Changed,
                )
            ]
        )
    )
    await editor.shows("apps/web.yaml", "marker-policy-missing")


async def test_a_new_file_counts_before_and_after_it_is_saved(editor):
    editor.open("apps/web.yaml", FLEET["apps/web.yaml"].replace(":web\"", ":new\""))
    await editor.shows("apps/web.yaml", "marker-policy-missing")
    editor.open("images/new.yaml", policy("new"))
    await editor.shows("apps/web.yaml")
    editor.save("images/new.yaml")
    editor.close("images/new.yaml")
    editor.replace("apps/web.yaml", "1.0.0", "1.0.1")
    await editor.shows("apps/web.yaml")


async def test_a_closed_buffer_counts_no_more(editor):
    editor.open("apps/web.yaml")
    editor.open("images/policy.yaml", policy("renamed"))
    await editor.shows("apps/web.yaml", "marker-policy-missing")
    editor.close("images/policy.yaml")
    await editor.shows("apps/web.yaml")
    assert editor.rules("images/policy.yaml") == []


async def test_an_ignored_file_and_one_of_no_repository_are_none_of_ours(editor, tmp_path):
    editor.repository.write(".gitignore", "/ignored.yaml\n")
    editor.repository.write("ignored.yaml", pod("nginx"))
    editor.open("ignored.yaml")
    (tmp_path / "outside.yaml").write_text(pod("nginx"))
    editor.open("../outside.yaml")
    editor.open("apps/plain.yaml", pod("nginx"))
    await editor.shows("apps/plain.yaml", "image-untagged")
    assert editor.rules("ignored.yaml") is None
    assert editor.rules("../outside.yaml") is None
    assert await editor.hover("../outside.yaml", "nginx") is None
    assert await editor.definitions("../outside.yaml", "nginx") == []


@pytest.mark.parametrize(
    "text",
    ["\0\1\2\x7f\ufffd\ufeff{", "image: " + "[" * 5_000, "a: b # x\n" * 1_200_000],
    ids=["binary", "deep", "10 MB"],
)
async def test_hostile_buffers_do_no_harm(editor, text):
    editor.open("apps/web.yaml", text)
    editor.open("apps/plain.yaml", pod("nginx"))
    await editor.shows("apps/plain.yaml", "image-untagged")
    editor.write("apps/web.yaml", FLEET["apps/web.yaml"].replace("1.0.0", "latest"))
    await editor.shows("apps/web.yaml", "image-latest-tag")


async def test_several_folders_are_worked_on_at_once(connect, make_repository, tmp_path):
    first = make_repository({"a.yaml": pod("nginx")}, "first")
    second = make_repository({"b/b.yaml": pod("nginx:latest")}, "second")
    (tmp_path / "none").mkdir()
    editor = await connect(first.folder, second.folder / "b", tmp_path / "none", repository=first)
    await until(lambda: editor.client.messages, lambda: "no message")
    (message,) = editor.client.messages
    assert message.type == types.MessageType.Warning and "none" in message.message
    editor.open("a.yaml")
    editor.open("../second/b/b.yaml")
    await editor.shows("a.yaml", "image-untagged")
    await editor.shows("../second/b/b.yaml", "image-latest-tag")

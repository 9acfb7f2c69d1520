"""What an editor gets when it asks."""

from conftest import FLEET, MARKER, policy
from lsprotocol import types

OTHER = '{"$imagepolicy": "flux-system:other"}'


async def test_hovering_over_a_marker_explains_it(editor):
    editor.open("apps/web.yaml")
    hover = await editor.hover("apps/web.yaml", MARKER)
    assert hover.contents.kind == types.MarkupKind.Markdown
    assert hover.contents.value.startswith("```text\n") and hover.contents.value.endswith("```")
    for words in ["flux-system/web", "ghcr.io/org/web", "images/policy.yaml:1", "1.x"]:
        assert words in hover.contents.value
    assert await editor.hover("apps/web.yaml", "kind: Pod") is None


async def test_hovering_over_a_policy_explains_it(editor):
    editor.open("images/policy.yaml")
    hover = await editor.hover("images/policy.yaml", "range")
    for words in ["flux-system/web", "ghcr.io/org/web", "images/policy.yaml:1", "1.x"]:
        assert words in hover.contents.value
    editor.replace("images/policy.yaml", "1.x", "2.x")
    hover = await editor.hover("images/policy.yaml", "range")
    assert "2.x" in hover.contents.value and "1.x" not in hover.contents.value


async def test_hovering_tells_of_the_buffer_and_not_of_the_file(editor):
    editor.open("apps/web.yaml")
    editor.replace("apps/web.yaml", MARKER, OTHER)
    hover = await editor.hover("apps/web.yaml", OTHER)
    assert "flux-system/other" in hover.contents.value


async def test_a_marker_leads_to_its_policy(editor):
    editor.open("apps/web.yaml")
    (found,) = await editor.definitions("apps/web.yaml", MARKER)
    assert found.uri == editor.repository.uri("images/policy.yaml")
    assert found.range == types.Range(types.Position(3, 8), types.Position(3, 11))


async def test_a_marker_leads_to_where_its_policy_is_in_the_buffer(editor):
    editor.open("apps/web.yaml")
    editor.open("images/policy.yaml", "# moved\n" + FLEET["images/policy.yaml"])
    (found,) = await editor.definitions("apps/web.yaml", MARKER)
    assert found.range.start == types.Position(4, 8)


async def test_a_policy_declared_twice_is_found_twice(connect, make_repository):
    repository = make_repository(FLEET | {"images/again.yaml": policy("web")})
    editor = await connect(repository.folder, repository=repository)
    editor.open("apps/web.yaml")
    found = await editor.definitions("apps/web.yaml", MARKER)
    assert {one.uri for one in found} == {
        repository.uri("images/again.yaml"),
        repository.uri("images/policy.yaml"),
    }


async def test_the_markers_of_a_policy_are_found_from_it_and_from_each_of_them(editor):
    editor.open("apps/web.yaml")
    editor.open("images/policy.yaml")
    expected = {editor.repository.uri("apps/api.yaml"), editor.repository.uri("apps/web.yaml")}
    for path, place in [("images/policy.yaml", "range"), ("apps/web.yaml", MARKER)]:
        found = await editor.references(path, place)
        assert {one.uri for one in found} == expected
        assert all(one.range.start.line == 6 for one in found)
        found = await editor.references(path, place, with_declaration=True)
        assert {one.uri for one in found} == expected | {editor.repository.uri("images/policy.yaml")}
    editor.replace("apps/web.yaml", MARKER, OTHER)
    found = await editor.references("images/policy.yaml", "range")
    assert {one.uri for one in found} == {editor.repository.uri("apps/api.yaml")}


async def test_a_quick_fix_takes_its_finding_away(editor):
    path = "apps/web.yaml"
    editor.open(path, FLEET[path].replace("$imagepolicy", "$imagePolicy"))
    await editor.shows(path, "marker-misspelled")
    (shown,) = editor.diagnostics(path)
    (action,) = await editor.actions(path, shown.range)
    assert action.kind == types.CodeActionKind.QuickFix and action.is_preferred
    assert list(action.diagnostics) == [shown]
    editor.apply(path, action.edit)
    await editor.shows(path)
    assert editor.texts[path] == FLEET[path]


async def test_an_unsafe_fix_says_so(connect, make_repository):
    configuration = 'version: 1\nflux: { version: "2.9" }\n'
    repository = make_repository(FLEET | {".sluice.yaml": configuration})
    editor = await connect(repository.folder, repository=repository)
    path = "images/policy.yaml"
    editor.open(path, FLEET[path].replace("fluxcd.io/v1", "fluxcd.io/v1beta2"))
    await editor.shows(path, "api-version-removed")
    (shown,) = editor.diagnostics(path)
    assert list(shown.tags) == [types.DiagnosticTag.Deprecated]
    (action,) = await editor.actions(path, shown.range)
    assert action.title.endswith(" (unsafe)") and not action.is_preferred


async def test_fixes_are_offered_where_they_are_asked_for_alone(editor):
    path = "apps/web.yaml"
    editor.open(path, FLEET[path].replace("$imagepolicy", "$imagePolicy"))
    await editor.shows(path, "marker-misspelled")
    (shown,) = editor.diagnostics(path)
    start = types.Range(types.Position(0, 0), types.Position(0, 5))
    assert await editor.actions(path, start) == ()
    assert await editor.actions(path, shown.range, only=["source.organizeImports"]) == ()
    assert len(await editor.actions(path, shown.range, only=["quickfix"])) == 1

"""How a conversation begins and ends, byte by byte: with what no good client would send."""

import json
import subprocess

import pytest
from conftest import SLUICE


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(number, method, parameters=None):
    return frame({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})


def notification(method, parameters=None):
    return frame({"jsonrpc": "2.0", "method": method, "params": parameters})


INITIALIZE = request(1, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
LEAVE = request(99, "shutdown") + notification("exit")


def talk(*messages):
    """What comes back, with the exit status."""
    run = subprocess.run(
        [SLUICE, "lsp", "--stdio"], input=b"".join(messages), capture_output=True, timeout=30
    )
    answers, rest = [], run.stdout
    while rest:
        header, _, rest = rest.partition(b"\r\n\r\n")
        name, _, length = header.partition(b": ")
        assert name == b"Content-Length", rest
        answers.append(json.loads(rest[: int(length)]))
        rest = rest[int(length) :]
    return answers, run.returncode, run.stderr.decode()


def codes(answers):
    return [(answer["id"], answer["error"]["code"]) for answer in answers if "error" in answer]


def test_who_takes_leave_gets_status_zero():
    answers, status, errors = talk(INITIALIZE, notification("initialized", {}), LEAVE)
    assert status == 0 and errors == ""
    assert answers[0]["result"]["serverInfo"]["name"] == "sluice"
    assert answers[0]["result"]["capabilities"]["positionEncoding"] == "utf-16"
    assert answers[-1] == {"jsonrpc": "2.0", "id": 99, "result": None}


@pytest.mark.parametrize("messages", [[], [INITIALIZE], [notification("exit")]])
def test_who_goes_without_leave_gets_status_one(messages):
    assert talk(*messages)[1] == 1


def test_nothing_is_answered_before_the_beginning_and_after_the_end():
    hover = request("a", "textDocument/hover", {})
    answers, status, _ = talk(hover, INITIALIZE, INITIALIZE, request(2, "shutdown"), hover,
                              notification("exit"))  # fmt: skip
    assert codes(answers) == [("a", -32002), (1, -32600), ("a", -32600)]
    assert status == 0


@pytest.mark.parametrize(
    "message, expected",
    [
        (b"{", (None, -32700)),
        (b"\xff\xfe", (None, -32700)),
        (b"[" * 100_000, (None, -32700)),
        (b"[]", (None, -32600)),
        (b'{"jsonrpc": "1.0", "id": 7, "method": "x"}', (None, -32600)),
        (b'{"jsonrpc": "2.0"}', (None, -32600)),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "x"}', (None, -32600)),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "x/y"}', (7, -32601)),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover"}', (7, -32602)),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": 1}', (7, -32602)),
    ],
)
def test_a_wrong_message_is_refused_and_the_next_is_read(message, expected):
    answers, status, errors = talk(INITIALIZE, frame(message), LEAVE)
    assert codes(answers) == [expected]
    assert status == 0 and errors == ""


def test_a_wrong_notification_is_passed_over():
    for message in [
        notification("textDocument/didOpen", 7),
        notification("textDocument/didChange", {"textDocument": {"uri": "x", "version": 1},
                                                "contentChanges": []}),
        notification("textDocument/didClose", {"textDocument": {"uri": "not a uri"}}),
        notification("$/cancelRequest", {"id": 1}),
        notification("$/setTrace", {"value": "off"}),
        frame({"jsonrpc": "2.0", "id": 12, "result": None}),
    ]:  # fmt: skip
        answers, status, errors = talk(INITIALIZE, message, LEAVE)
        assert codes(answers) == [] and status == 0 and errors == ""


@pytest.mark.parametrize(
    "bytes, words",
    [
        (b"hello\r\n\r\n", "expected `Content-Length: N`"),
        (b"Content-Length: 99999999999\r\n\r\n", "longer than the limit of 67108864"),
        (b"x" * 100_000, "more than 4096 bytes"),
        (b"Content-Length: 10\r\n\r\n{}", "the input ended within a message"),
    ],
)
def test_what_is_no_message_ends_the_server_with_a_reason(bytes, words):
    _, status, errors = talk(INITIALIZE, bytes)
    assert status == 2
    assert errors.startswith("sluice: ") and words in errors and errors.count("\n") == 1


def test_a_folder_that_is_no_repository_is_said_to_be_none(tmp_path):
    answers, status, _ = talk(
        request(1, "initialize", {"rootUri": tmp_path.as_uri(), "capabilities": {}}), LEAVE
    )
    (shown,) = [answer["params"] for answer in answers if answer.get("method")]
    assert shown["type"] == 2 and str(tmp_path) in shown["message"]
    assert status == 0

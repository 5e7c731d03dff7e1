"""Bytes into lines, and answers into choices."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.core.dialect import BadReply, Hello, Reply
from hoplon.protocols.lines.json_lines import JsonLines, dialect_of
from hoplon.sandbox.lines import MOST_BYTES, Lines, LineTooLong


def all_lines(*pieces: bytes) -> list[bytes]:
    lines = Lines()
    taken = []
    for piece in pieces:
        lines.put(piece)
        while (line := lines.take()) is not None:
            taken.append(line)
    return taken


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a\rb\r"], [b"a", b"b"]),
        ([b"a\r\nb\r\n"], [b"a", b"b"]),
        ([b"a\r", b"\nb\n"], [b"a", b"b"]),
        ([b"a\r", b"\n", b"\nb\n"], [b"a", b"", b"b"]),
        ([b"\n\n"], [b"", b""]),
        ([b"\n\r"], [b"", b""]),
        ([b"a\r\r\nb\n"], [b"a", b"", b"b"]),
        ([b"a", b"b", b"\nc"], [b"ab"]),
        ([b"\0\xff\n"], [b"\0\xff"]),
    ],
)
def test_lines_end_with_lf_cr_or_both(pieces: list[bytes], expected: list[bytes]) -> None:
    assert all_lines(*pieces) == expected


@given(
    st.binary(max_size=40).map(lambda b: b.translate(bytes(b"a\n\r"[i % 3] for i in range(256)))), st.data()
)
def test_it_does_not_matter_in_which_pieces_bytes_come(content: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=5)))
    edges = [0, *cuts, len(content)]
    pieces = [content[a:b] for a, b in pairwise(edges)]
    assert all_lines(*pieces) == all_lines(content)


def test_a_line_has_at_most_ten_thousand_bytes_with_its_end() -> None:
    assert all_lines(b"x" * (MOST_BYTES - 1) + b"\n") == [b"x" * (MOST_BYTES - 1)]
    for end in (b"\n", b""):
        with pytest.raises(LineTooLong):
            all_lines(b"x" * MOST_BYTES + end)
    assert all_lines(b"x" * (MOST_BYTES - 1)) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"choice":"walk n"}', Reply("walk n")),
        (b' { "choice" : "walk n" , "message" : "h\\u00e9" } ', Reply("walk n", "hé")),
        (b'{"message":"x","choice":"walk n","more":[1,{}]}', Reply("walk n", "x")),
    ],
)
def test_an_answer_is_an_object_with_a_choice(line: bytes, answer: Reply) -> None:
    assert JsonLines().read(line) == answer


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "its line is empty"),
        (b"walk n", "its line is no JSON"),
        (b'{"choice":"walk n"', "its line is no JSON"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b'"walk n"', "has no 'choice'"),
        (b"[]", "has no 'choice'"),
        (b'{"Choice":"walk n"}', "has no 'choice'"),
        (b'{"choice":3}', "its choice is 3, which is no text"),
        (b'{"choice":null}', "its choice is None, which is no text"),
        (b'{"choice":"walk n","message":3}', "its message is 3, which is no text"),
        (b"[" * 9000, "its line is no JSON"),
        (b'{"choice":' + b"9" * 9000 + b"}", "its line is no JSON"),
    ],
)
def test_a_bad_answer_is_one_sentence(line: bytes, reason: str) -> None:
    with pytest.raises(BadReply, match=reason):
        JsonLines().read(line)


@given(st.binary(max_size=200))
def test_no_answer_raises_anything_else(line: bytes) -> None:
    try:
        JsonLines().read(line)
    except BadReply:
        return


def test_every_message_is_one_line_and_begins_with_its_kind() -> None:
    speaker = JsonLines()
    table = Hello("hoplite", 1, 0, 1, {"depth": 1}, 7, 1.0, 0.5)
    said = speaker.hello(table) + speaker.ask({"hero": "4,8"}, ["walk n", "walk s"], 3, 0.5)
    said += speaker.end(0, None, "stopped")
    lines = said.splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["hello", "view", "legal", "end"]
    assert json.loads(lines[0])["hello"]["later_ms"] == 500
    assert lines[2] == '{"legal":["walk n","walk s"],"turn":3,"ms":500}'
    assert all(ord(sign) < 128 for sign in said)


def test_codekeeper_speaks_its_own_lines() -> None:
    from hoplon.games import game

    speaker = dialect_of(game("codekeeper"))
    assert (speaker.first, speaker.later) == (1.0, 0.05)
    assert speaker.read(b"MOVE +3 003 two  words ") == Reply("MOVE 3 3", "two  words")
    assert speaker.read(b"ATTACK 0 3 3 \xff") == Reply("ATTACK 0 3 3", "�")
    for line in (b"", b" MOVE 3 3", b"move 3 3", b"MOVE 16 0", b"error", b"timeout", b"\xff"):
        with pytest.raises(BadReply):
            speaker.read(line)
    assert (speaker.choice_of_fault(True), speaker.choice_of_fault(False)) == ("error", "timeout")

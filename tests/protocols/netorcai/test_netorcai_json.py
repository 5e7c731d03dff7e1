"""The JSON conventions, framing, typed numbers, and the collection of answers."""

import json
import math
import struct
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.protocols.netorcai import gojson, messages
from hoplon.protocols.netorcai.collection import Collection
from hoplon.protocols.netorcai.fields import BadMessage
from hoplon.protocols.netorcai.frames import LIMIT, FrameReader, TooBig, frame
from hoplon.protocols.netorcai.gojson import NotJson, Reader, encode, number
from hoplon.protocols.netorcai.messages import Collected
from hoplon.protocols.netorcai.settings import BadNumber, read_real, read_whole, shown

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.integers(-(10**25), 10**25),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def passed_on(text: str | bytes) -> str:
    """What becomes of a value on its way through the server."""
    content = text if isinstance(text, bytes) else text.encode()
    document = Reader().read(b'{"v":' + content + b"}")
    return document.text(document.fields["v"])


@pytest.mark.parametrize(
    ("sent", "emitted"),
    [
        ("2.0", "2"),
        ("2e0", "2"),
        ("2.50", "2.5"),
        ("-0", "-0"),
        ("-0.0", "-0"),
        ("-0e7", "-0"),
        ("0.0", "0"),
        ("1e-7", "1e-7"),
        ("0.0000001", "1e-7"),
        ("1.5e-10", "1.5e-10"),
        ("1e-6", "0.000001"),
        ("-1.25e-5", "-0.0000125"),
        ("0.00015", "0.00015"),
        ("1e20", "100000000000000000000"),
        ("999999999999999999999", "1e+21"),
        ("1e21", "1e+21"),
        ("1.5e300", "1.5e+300"),
        ("5e-324", "5e-324"),
        ("9007199254740993", "9007199254740992"),
        ("-9007199254740991", "-9007199254740991"),
        ("123456789012345678901", "123456789012345680000"),
        ("1e16", "10000000000000000"),
        ("1.5", "1.5"),
        ("0.1", "0.1"),
        ("100", "100"),
    ],
)
def test_numbers_are_the_shortest_text_of_their_double(sent: str, emitted: str) -> None:
    assert passed_on(sent) == emitted
    assert passed_on(f"[{sent},1.5]") == f"[{emitted},1.5]"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_survives_its_text(value: float) -> None:
    text = number(value)
    assert float(text) == value
    assert math.copysign(1, float(text)) == math.copysign(1, value)
    exponent = "e" in text
    assert exponent == (value != 0 and not 1e-6 <= abs(value) < 1e21)
    assert passed_on(repr(value)) == text


@given(values)
def test_quick_and_exact_writing_agree(value: object) -> None:
    content = json.dumps({"v": value}).encode()
    document = Reader().read(content)
    assert document.text(document.fields) == encode(document.fields, plain=False)


@given(values)
def test_the_fast_library_changes_nothing(value: object) -> None:
    content = json.dumps({"v": value}, ensure_ascii=False).encode()
    fast = Reader().read(content)
    fast_text = fast.text(fast.fields)
    with mock.patch.object(gojson, "orjson", None):
        plain = Reader().read(content)
        assert plain.text(plain.fields) == fast_text
        assert gojson.decode(content) == json.loads(content)


@pytest.mark.parametrize(
    "content",
    [
        b'{"v":[1,2}',
        b'{"v":"\xff"}',
        b'{"v":"\\ud800"}',
        b'{"v":1}{}',
        b'{"v":01}',
        b'{"v":"\x01"}',
        b"\xef\xbb\xbf{}",
        b"[" * 2000 + b"]" * 2000,
        b'{"v":' + b"[" * 300 + b"]" * 300 + b"}",
        b"",
        b" null\n",
        b'{"v":NaN}',
        b'{"v":1,"v":2}',
    ],
)
def test_odd_contents_are_judged_alike_by_both_libraries(content: bytes) -> None:
    def judged_by(library: object) -> object:
        with mock.patch.object(gojson, "orjson", library):
            try:
                document = Reader().read(content)
                return document.text(document.fields)
            except NotJson as problem:
                return str(problem)

    assert judged_by(gojson.orjson) == judged_by(None)


@given(values)
def test_writing_is_stable_and_keeps_the_value(value: object) -> None:
    once = passed_on(json.dumps(value))
    assert passed_on(once) == once
    as_doubles = json.loads(json.dumps(value), parse_int=float)
    assert json.loads(once, parse_int=float) == as_doubles


def judged(read, content: bytes) -> object:
    """What becomes of a message: each way to take it, or the reason to refuse it."""
    outcomes = []
    for take in (
        lambda document: messages.read_turn_ack(document, 0),
        messages.read_do_init_ack,
        lambda document: messages.read_do_turn_ack(document, 2),
    ):
        try:
            outcomes.append(take(read(content)))
        except (BadMessage, NotJson) as problem:
            outcomes.append(str(problem))
    return outcomes


@given(
    st.sampled_from(["TURN_ACK", "DO_INIT_ACK", "DO_TURN_ACK"]),
    values,
    st.dictionaries(st.sampled_from(["all_clients", "other"]), values) | values,
    st.sampled_from([0, 2**20]),
)
def test_big_messages_are_judged_like_small_ones(kind, actions, state, limit) -> None:
    content = json.dumps(
        {
            "message_type": kind,
            "turn_number": 0,
            "actions": actions,
            "winner_player_id": 1,
            "game_state": state,
            "initial_game_state": state,
        }
    ).encode()
    with mock.patch.object(messages, "POLITE", limit):
        assert judged(messages.digest, content) == judged(Reader().read, content)


def test_keys_are_sorted_by_their_octets_at_every_depth() -> None:
    sent = '{"b":{"é":1,"z":2,"Z":3,"😀":4,"￿":5},"a":[{"y":1,"x":2}],"":0}'
    emitted = '{"":0,"a":[{"x":2,"y":1}],"b":{"Z":3,"z":2,"é":1,"￿":5,"😀":4}}'
    assert passed_on(sent) == emitted


def test_text_is_raw_except_for_what_must_be_escaped() -> None:
    assert passed_on('"<b>&é\\u00e9\u2028\u2029\x7f\\"\\\\\\/"') == (
        '"\\u003cb\\u003e\\u0026éé\\u2028\\u2029\x7f\\"\\\\/"'
    )
    assert passed_on('"\\n\\r\\t\\u0001\\u001f"') == '"\\n\\r\\t\\u0001\\u001f"'
    assert passed_on('"\\b\\f\\\\b\\\\\\f"') == '"\\u0008\\u000c\\\\b\\\\\\u000c"'
    assert passed_on('{"<":"\u2028"}') == '{"\\u003c":"\\u2028"}'


@pytest.mark.parametrize(
    ("sent", "emitted"),
    [
        (b'"\xff"', "\ufffd"),
        (b'"\xe2\x82"', "\ufffd\ufffd"),
        (b'"\xed\xa0\x80"', "\ufffd\ufffd\ufffd"),
        (b'"\\ud800"', "\ufffd"),
        (b'"\\udc00x"', "\ufffdx"),
        (b'"\\uD83D\\uDE00"', "😀"),
        (b'"\\ud800\\ud83d\\ude00"', "\ufffd😀"),
        (b'"\\ud800\\u0041"', "\ufffdA"),
        (b'"\\\\ud800"', "\\\\ud800"),
    ],
)
def test_broken_text_is_mended(sent: bytes, emitted: str) -> None:
    assert passed_on(sent) == f'"{emitted}"'


def test_the_last_of_equal_keys_counts() -> None:
    assert Reader().read(b'{"a":1,"b":2,"a":3}').fields == {"a": 3, "b": 2}
    assert Reader().read(b'{"\\ud800":1,"\xef\xbf\xbd":2,"\\udfff":3}').fields == {"\ufffd": 3}


@pytest.mark.parametrize("content", [b"null", b" null\n", b"{}", b"\t\r\n {} "])
def test_null_is_an_object_without_fields(content: bytes) -> None:
    assert Reader().read(content).fields == {}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"[]",
        b"1",
        b'"text"',
        b"true",
        b"{}{}",
        b"{} x",
        b"\xef\xbb\xbf{}",
        b"{\x00}",
        b"{'a':1}",
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":-Infinity}',
        b'{"a":1e400}',
        b'{"a":' + b"9" * 400 + b"}",
        b'{"a":' + b"9" * 5000 + b"}",
        b'{"a":01}',
        b'{"a":+1}',
        b'{"a":.5}',
        b'{"a":"\n"}',
        b'{"a":"\\ud8"}',
        b'{"a":1,}',
        b"\xff{}",
        b"\x0b{}",
        b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' + b'{"a":' * 100_000,
        "{}".encode("utf-16"),
        b"nul",
    ],
)
def test_what_is_not_one_object_is_refused(content: bytes) -> None:
    with pytest.raises(NotJson):
        Reader().read(content)


@pytest.mark.parametrize("leaf", ["1", "-0"])
def test_deep_values_pass(leaf: str) -> None:
    deep = "[" * 300 + leaf + "]" * 300
    assert passed_on(deep) == deep


def test_a_frame_is_size_text_and_line_feed() -> None:
    assert frame("{}") == b"\x03\x00\x00\x00{}\n"
    assert frame("é") == b"\x03\x00\x00\x00\xc3\xa9\n"


def test_a_text_of_24_bits_does_not_fit() -> None:
    assert len(frame("x" * (LIMIT - 1))) == 4 + LIMIT
    with pytest.raises(TooBig, match=r"^content too big: size does not fit in 24 bits$"):
        frame("x" * LIMIT)


@given(st.lists(st.binary(max_size=30), max_size=8), st.lists(st.integers(1, 9), max_size=60))
def test_frames_come_out_whole_however_they_are_cut(contents: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(struct.pack("<I", len(c)) + c for c in contents)
    reader, found = FrameReader(), []
    for cut in cuts:
        found += reader.feed(stream[:cut])
        stream = stream[cut:]
    found += reader.feed(stream)
    assert found == contents
    assert reader.end() == "Remote endpoint closed? Read error: EOF"


def test_size_limits_are_checked_before_the_content() -> None:
    assert list(FrameReader().feed(struct.pack("<I", 1023) + b" " * 1023)) == [b" " * 1023]
    with pytest.raises(TooBig) as first:
        list(FrameReader().feed(struct.pack("<I", 1024)))
    assert str(first.value) == (
        "Received message size of first message is too big: 1024 does not fit in 10 bits"
    )
    reader = FrameReader()
    assert list(reader.feed(struct.pack("<I", 1) + b"x")) == [b"x"]
    assert list(reader.feed(struct.pack("<I", 16777215) + b"x")) == []
    assert reader.end() == "Remote endpoint closed? Read error: unexpected EOF"
    reader = FrameReader()
    with pytest.raises(TooBig) as later:
        list(reader.feed(struct.pack("<I", 1) + b"x" + struct.pack("<I", 2**32 - 1)))
    assert str(later.value) == ("Received message size is too big: 4294967295 does not fit in 24 bits")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("+7", 7),
        ("1_000", 1000),
        ("0x_1F", 31),
        ("0XfF", 255),
        ("0b101", 5),
        ("0o17", 15),
        ("017", 15),
        ("0_17", 15),
        ("-0x10", -16),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_typed_integers(typed: str, value: int) -> None:
    assert read_whole(typed) == value


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "x",
        "1.0",
        "08",
        "0x",
        "0b2",
        "1__0",
        "_1",
        "1_",
        "--1",
        "1 ",
        "١",
        "1e3",
        "0x_",
        "+",
        'a"b',
    ],
)
def test_unreadable_integers(typed: str) -> None:
    with pytest.raises(BadNumber) as problem:
        read_whole(typed)
    shown_text = typed.replace('"', '\\"')
    assert str(problem.value) == f'strconv.ParseInt: parsing "{shown_text}": invalid syntax'


@pytest.mark.parametrize("typed", ["9223372036854775808", "-9223372036854775809", "9" * 9999])
def test_integers_of_more_than_64_bits(typed: str) -> None:
    with pytest.raises(BadNumber, match=r"^strconv.ParseInt: parsing .*: value out of range$"):
        read_whole(typed)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("50", 50), ("5e1", 50), (".5", 0.5), ("5.", 5), ("+1_0.2_5E+0_1", 102.5), ("-1e-3", -0.001)],
)
def test_typed_reals(typed: str, value: float) -> None:
    assert read_real(typed) == value


def test_typed_hexadecimal_reals() -> None:
    assert [read_real(text) for text in ("0x32p0", "-0X_1.8p+1", "0x.8p1", "0x1p-2_0")] == [50, -3, 1, 2**-20]


@pytest.mark.parametrize(
    "typed", ["", "meh", "nan", "NaN", "-nan", "1e", "0x10", "0xp1", "0x1.p", "0x1__0p1", "1..2", "1,5", "."]
)
def test_unreadable_reals(typed: str) -> None:
    with pytest.raises(BadNumber) as problem:
        read_real(typed)
    assert str(problem.value) == f'strconv.ParseFloat: parsing "{typed}": invalid syntax'


def test_endless_reals() -> None:
    assert read_real("inf") == math.inf
    assert read_real("-Infinity") == -math.inf
    with pytest.raises(BadNumber, match="value out of range"):
        read_real("1e400")
    with pytest.raises(BadNumber, match="value out of range"):
        read_real("0x1p1024")


def test_reals_as_the_operator_sees_them() -> None:
    values = (math.inf, -math.inf, 500.25, 1000.0, 1e-4, 1e-5, -1.5e-7, 0.0, 1e20, 1e21)
    texts = ["+Inf", "-Inf", "500.25", "1000", "0.0001", "1e-05", "-1.5e-07", "0"]
    assert [shown(value) for value in values] == [*texts, "100000000000000000000", "1e+21"]


def test_a_second_answer_trades_places_with_the_last() -> None:
    collection = Collection()
    for player_id in range(4):
        collection.add(Collected(player_id, 0, "[]"))
    collection.add(Collected(0, 1, "[1]"))
    assert [(a.player_id, a.turn) for a in collection.take()] == [(3, 0), (1, 0), (2, 0), (0, 1)]
    assert collection.take() == []


def test_a_second_answer_of_the_last_replaces_it() -> None:
    collection = Collection()
    for player_id, turn in ((0, 0), (1, 0), (1, 1), (1, 2), (0, 3), (0, 4)):
        collection.add(Collected(player_id, turn, "[]"))
    assert [(a.player_id, a.turn) for a in collection.take()] == [(1, 2), (0, 4)]


def test_the_heaviest_answer_goes_when_they_do_not_fit() -> None:
    collection = Collection()
    collection.add(Collected(0, 0, "[]"))
    collection.add(Collected(1, 0, f'["{"é" * (LIMIT // 2)}"]'))
    collection.add(Collected(2, 0, "[3]"))
    assert collection.is_too_heavy()
    assert collection.remove_heaviest() == 1
    assert not collection.is_too_heavy()
    assert [a.player_id for a in collection.take()] == [0, 2]

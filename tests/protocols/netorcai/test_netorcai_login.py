"""Logging in, the waiting room, and the first frame."""

import json
import socket
import struct
import threading

import pytest
from netorcai_harness import Bare

INVALID = "Invalid first message: "
GOOD = {
    "message_type": "LOGIN",
    "nickname": "bot",
    "role": "player",
    "metaprotocol_version": "2.0.0",
}


def refused(house, content: str | bytes) -> str:
    stranger = house.stranger()
    stranger.send_text(content)
    return stranger.read_kick()


def changed(**fields: object) -> str:
    """A good LOGIN, but for these fields; None leaves one out."""
    return json.dumps({k: v for k, v in {**GOOD, **fields}.items() if v is not None})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("¿qué?", "Non-JSON message received"),
        ("", "Non-JSON message received"),
        ("[]", "Non-JSON message received"),
        ("{}{}", "Non-JSON message received"),
        ("null", "Field 'message_type' is missing"),
        ("{}", "Field 'message_type' is missing"),
        ('{"Message_type":"LOGIN"}', "Field 'message_type' is missing"),
        (changed(message_type=4), "Non-string value for field 'message_type'"),
        (
            changed(message_type="TURN_ACK"),
            "Received 'TURN_ACK' message type, while LOGIN was expected",
        ),
        (
            changed(message_type="<b>&"),
            "Received '<b>&' message type, while LOGIN was expected",
        ),
        (changed(nickname=None), "Field 'nickname' is missing"),
        (changed(nickname=["bot"]), "Non-string value for field 'nickname'"),
        (changed(nickname=""), "Invalid nickname"),
        (changed(nickname="elevenchars"), "Invalid nickname"),
        *[(changed(nickname=f"a{blank}b"), "Invalid nickname") for blank in "\t\n\f\r "],
        (changed(role=None), "Field 'role' is missing"),
        (changed(role=True), "Non-string value for field 'role'"),
        (changed(role="Player"), "Invalid role 'Player'"),
        (changed(role=""), "Invalid role ''"),
        (changed(metaprotocol_version=None), "Field 'metaprotocol_version' is missing"),
        (changed(metaprotocol_version=2), "Non-string value for field 'metaprotocol_version'"),
        *[
            (
                changed(metaprotocol_version=version),
                "Invalid metaprotocol version: Not MAJOR.MINOR.PATCH",
            )
            for version in (
                "",
                "2",
                "2.0",
                "2.0.0.0",
                "v2.0.0",
                "2.0.0 ",
                "2.0.0\n",
                "٢.0.0",
                "-2.0.0",
            )
        ],
        *[
            (
                changed(metaprotocol_version=version),
                "Metaprotocol version mismatch. Major version must be identical but client "
                f"asks for '{version}' while netorcai uses '2.0.0'.",
            )
            for version in ("1.9.9", "3.0.0", "20.0.0")
        ],
        (changed(nickname="", role="x", metaprotocol_version="1"), "Invalid nickname"),
        (changed(role="x", metaprotocol_version="1"), "Invalid role 'x'"),
    ],
)
def test_a_bad_first_message_is_answered_by_its_first_problem(house, content, reason) -> None:
    assert refused(house(), content) == INVALID + reason


@pytest.mark.parametrize(
    "nickname",
    [
        "a",
        "tencharsok",
        "ÀÉÎÕÜàéîõü",
        "日本語の名前です十字",
        "😀😀😀😀😀😀😀😀😀😀",
        "a\u00a0b",
        "a\vb",
        "<&>\"'\\",
    ],
)
def test_nicknames_are_one_to_ten_characters_of_any_script(house, nickname: str) -> None:
    house().guest("player", nickname)


@pytest.mark.parametrize("version", ["2.0.0", "2.99.1234567", "002.0.0"])
def test_only_the_major_version_counts(house, version: str) -> None:
    stranger = house().stranger()
    stranger.login(version=version)
    assert stranger.read_text() == '{"message_type":"LOGIN_ACK","metaprotocol_version":"2.0.0"}'


def test_the_line_feed_is_optional_and_unknown_keys_are_ignored(house) -> None:
    stranger = house().stranger()
    stranger.send_text(changed(extra=[1], nickname="x") + " \r\n\t")
    stranger.read("LOGIN_ACK")


def test_invalid_octets_in_a_nickname_become_replacement_marks(house) -> None:
    open_house = house()
    stranger = open_house.stranger()
    stranger.send_text(changed(nickname="NICK").encode().replace(b"NICK", b"a\xff\xfe"))
    stranger.read("LOGIN_ACK")
    assert 'nickname="a\ufffd\ufffd"' in open_house.lines.expect("New player accepted")


def test_a_frame_of_1023_octets_may_be_the_first(house) -> None:
    stranger = house().stranger()
    stranger.send_text(changed().ljust(1023))
    stranger.read("LOGIN_ACK")


@pytest.mark.parametrize("size", [1024, 16777216, 2**32 - 1])
def test_a_bigger_first_frame_is_refused_on_its_size(house, size: int) -> None:
    stranger = house().stranger()
    stranger.send_octets(struct.pack("<I", size))
    assert stranger.read_kick() == (
        f"{INVALID}Received message size of first message is too big: {size} does not fit in 10 bits"
    )


def test_a_later_frame_over_24_bits_sent_in_full_still_gets_its_kick(house) -> None:
    guest = house().guest()
    guest.send_text(b" " * 16777216)
    assert guest.read_kick() == (
        "Cannot read TURN_ACK. Received message size is too big: 16777216 does not fit in 24 bits"
    )


def test_an_end_before_or_inside_the_first_frame(house) -> None:
    open_house = house()
    for sent, cause in (
        (b"", "EOF"),
        (b"\x05\0", "unexpected EOF"),
        (b"\x05\0\0\0{", "unexpected EOF"),
    ):
        stranger = open_house.stranger()
        stranger.send_octets(sent)
        stranger.socket.shutdown(socket.SHUT_WR)
        reason = f"{INVALID}Remote endpoint closed? Read error: {cause}"
        assert stranger.read_kick() == reason
        assert reason in open_house.lines.expect("Kicking client")


@pytest.mark.parametrize(
    ("role", "setting", "reason"),
    [
        ("player", "nb_players_max", "Maximum number of players reached"),
        ("special player", "nb_splayers_max", "Maximum number of special players reached"),
        ("visualization", "nb_visus_max", "Maximum number of visus reached"),
    ],
)
def test_places_are_limited_and_become_free_again(house, role, setting, reason) -> None:
    open_house = house(**{setting: 3})
    for _ in range(2):
        guests = [open_house.guest(role) for _ in range(3)]
        for _ in range(4):
            extra = open_house.stranger()
            extra.login(role)
            assert extra.read_kick() == f"LOGIN denied: {reason}"
        for guest in guests:
            guest.close()
            open_house.lines.expect("Remote endpoint closed")


def test_there_is_one_game_logic(house) -> None:
    open_house = house()
    open_house.game_logic()
    second = open_house.stranger()
    second.login("game logic")
    assert second.read_kick() == "LOGIN denied: A game logic is already logged in"


def test_nobody_but_visualizations_may_come_after_the_start(house) -> None:
    open_house = house(nb_splayers_max=1)
    open_house.game_logic()
    open_house.start()
    for role in ("player", "special player", "game logic"):
        late = open_house.stranger()
        late.login(role)
        assert late.read_kick() == "LOGIN denied: Game has been started"
    open_house.guest("visualization")


def test_simultaneous_logins_never_take_the_same_place(house) -> None:
    open_house = house(nb_players_max=5)
    crowd = [open_house.stranger() for _ in range(40)]
    answers: list[str] = []

    def log_in(stranger: Bare) -> None:
        stranger.login()
        answers.append(stranger.read()["message_type"])

    threads = [threading.Thread(target=log_in, args=(stranger,)) for stranger in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(answers) == ["KICK"] * 35 + ["LOGIN_ACK"] * 5


@pytest.mark.parametrize("role", ["player", "special player", "visualization"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[]", "Cannot read TURN_ACK. Non-JSON message received"),
        ("null", "Invalid TURN_ACK received. Field 'message_type' is missing"),
        (
            '{"message_type":"TURN_ACK","turn_number":0,"actions":[]}',
            "Invalid TURN_ACK received. Invalid value (turn_number=0): expecting -1",
        ),
        (
            '{"message_type":"TURN_ACK","turn_number":-1.5,"actions":[]}',
            "Received a TURN_ACK but the client state is not THINKING",
        ),
    ],
)
def test_messages_in_the_waiting_room_are_judged_as_answers(house, role, content, reason) -> None:
    guest = house(nb_splayers_max=1).guest(role)
    guest.send_text(content)
    assert guest.read_kick() == reason


def test_a_departure_from_the_waiting_room_is_logged(house) -> None:
    open_house = house()
    open_house.guest(nickname="gone").close()
    line = open_house.lines.expect("Kicking client")
    assert 'reason="Cannot read TURN_ACK. Remote endpoint closed? Read error: EOF"' in line
    assert "nickname=gone" in line


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            '{"message_type":"DO_INIT_ACK"}',
            "Received a game logic message but the game has not started",
        ),
        ("null", "Received a game logic message but the game has not started"),
        ("nope", "Game logic error. Non-JSON message received"),
    ],
)
def test_a_game_logic_that_speaks_too_early_ends_everything(house, content, reason) -> None:
    open_house = house()
    logic, player = open_house.game_logic(), open_house.guest()
    logic.send_text(content)
    assert logic.read_kick() == reason
    assert player.read_kick() == "netorcai abort"
    open_house.lines.expect("Game logic failed. Aborting.")
    assert open_house.end() == 1


def test_a_game_logic_that_leaves_the_waiting_room_ends_everything(house) -> None:
    open_house = house()
    logic, visualization = open_house.game_logic(), open_house.guest("visualization")
    logic.socket.shutdown(socket.SHUT_WR)
    assert logic.read_kick() == "Game logic error. Remote endpoint closed? Read error: EOF"
    assert visualization.read_kick() == "netorcai abort"
    assert open_house.end() == 1


def test_ipv6_and_ipv4_are_both_served(house) -> None:
    open_house = house()
    for host, shown in (("127.0.0.1", "127.0.0.1:"), ("::1", "[::1]:")):
        stranger = open_house.stranger(host)
        stranger.login()
        stranger.read("LOGIN_ACK")
        port = stranger.socket.getsockname()[1]
        line = open_house.lines.expect("New player accepted")
        assert f'remote address="{shown}{port}"' in line


def test_an_endless_word_is_cut_in_the_kick_reason(house) -> None:
    guest = house().guest()
    guest.send(message_type="<" * 3_000_000)
    reason = guest.read_kick()
    assert reason.startswith("Invalid TURN_ACK received. Received '<<<")
    assert len(reason) == 4097

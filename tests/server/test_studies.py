"""Studies over their sockets: walked, played, thought about, explained, and refused."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any, cast

import pytest
from served import Server
from websockets.sync.client import connect

import hoplon
from hoplon.core import replay
from hoplon.core.match import Match
from hoplon.server.refusals import Refused
from hoplon.server.sockets import MOST_SIGNS, Seated
from hoplon.server.study import Origin
from hoplon.server.study import Study as Commented
from hoplon.server.study_talk import Studies, StudyTalk
from tests.waiting import patience

PLACE = "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"


class Study:
    """A socket at the board of a study."""

    def __init__(self, server: Server, match: str = "", file: str = "", **hello: Any) -> None:
        self._open = ExitStack()
        path = f"/api/matches/{match}/study" if match else "/api/study"
        self.socket = self._open.enter_context(connect(f"ws://{server.base}{path}"))
        if file:
            self.say({"type": "file", "text": file})
        self.say({"type": "hello", **hello})
        self.first = self.hear()
        self.state: dict[str, Any] = self.hear() if self.first["type"] == "welcome" else {}

    def __enter__(self) -> Study:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def say(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, kind: str | None = None) -> Any:
        """The next message, or the next one of a kind."""
        while True:
            message = json.loads(self.socket.recv(timeout=patience()))
            if kind is None or message["type"] in (kind, "error"):
                return message

    def ask(self, kind: str, **values: Any) -> Any:
        self.say({"type": kind, "ref": 7, **values})
        while True:
            message = self.hear()
            if message.get("ref") == 7 or message["type"] in ("state", "error"):
                return message

    def go(self, line: int, at: int) -> Any:
        self.say({"type": "go", "line": line, "at": at})
        return self.hear("state")

    def play(self, choice: str, number: int, **values: Any) -> Any:
        self.say({"type": "choose", "choice": choice, "number": number, **values})
        return self.hear("turn")


def played(seed: int = 7, choices: int = 6) -> Match:
    match = hoplon.new("hoplite", seed=seed, depth=3)
    for n in range(choices):
        legal = match.legal()
        match.play(legal[n % len(legal)])
    return match


def other(match: Match, at: int) -> str:
    here = match.copy()
    while len(here.choices) > at:
        here.undo()
    return str(next(choice for choice in here.legal() if choice != match.choices[at]))


def test_a_match_file_is_walked_and_played_in_variations(server: Server) -> None:
    match = played()
    with Study(server, file=replay.write(match)) as study:
        assert [one["text"] for one in study.first["main"]] == [str(c) for c in match.choices]
        assert study.state["tree"]["at"] == 6
        there = study.go(0, 2)
        assert there["number"] == 2
        choice = other(match, 2)
        after = study.play(choice, 2)["state"]
        assert after["tree"]["variations"] == [
            {"parent": 0, "at": 2, "name": "", "moves": [{"text": choice, "rolled": False}]}
        ]
        assert (after["tree"]["line"], after["tree"]["at"]) == (1, 3)
        study.go(0, 2)
        again = study.play(str(match.choices[2]), 2)["state"]  # what was played is no variation
        assert (again["tree"]["line"], again["tree"]["at"]) == (0, 3)


def test_variations_are_named_commented_saved_and_opened_again(server: Server) -> None:
    match = played()
    with Study(server, file=replay.write(match)) as study:
        study.go(0, 2)
        study.play(other(match, 2), 2, dice="roll")
        study.say({"type": "rename", "line": 1, "at": 3, "name": "Safer"})
        study.hear("state")
        study.say({"type": "comment", "line": 1, "at": 3, "text": "Out of reach."})
        told = study.hear("state")["tree"]
        kept = study.ask("file")
    read = replay.read(kept["text"])
    assert replay.verify(read, hoplon.game("hoplite")).agrees
    assert (read.variations.lines[0].name, read.variations.comments) == ("Safer", {(1, 3): "Out of reach."})
    with Study(server, file=replay.write(match), variations=told["text"], line=1, at=3) as study:
        tree = study.state["tree"]
        assert (tree["line"], tree["at"], tree["variations"][0]["name"]) == (1, 3, "Safer")
        study.say({"type": "remove", "line": 1, "at": 3})
        assert study.hear("state")["tree"]["variations"] == []


def test_what_can_fall_is_listed_with_chances_and_played(server: Server) -> None:
    with Study(server, position=PLACE) as study:
        choices = [offer["text"] for offer in study.state["choices"]]
        told = [study.ask("outcomes", choice=choice) for choice in choices]
        several = next(found for found in told if len(found["results"]) > 1)
        result = several["results"][1]
        turn = study.play(several["choice"], 0, dice=result["dice"])
        assert set(result["says"]) <= {entry["says"] for entry in turn["log"]}
        assert turn["state"]["tree"]["variations"][0]["moves"][0]["rolled"]


def test_a_position_is_thought_about_until_the_viewer_goes_on(server: Server) -> None:
    with Study(server, position=PLACE) as study:
        study.say({"type": "think"})
        first = study.hear("found")
        assert first["quantities"][0]["words"]
        best = first["choices"][0]
        assert best["says"]
        assert best["values"][0]["error"] >= 0
        second = study.hear("found")
        assert second["nodes"] > first["nodes"]
        study.play(best["choice"], 0)
        study.say({"type": "think"})
        assert study.hear("found")["at"] == 1


def test_a_match_is_reviewed_with_its_progress(server: Server) -> None:
    with Study(server, file=replay.write(played(choices=4))) as study:
        study.say({"type": "review"})
        said = []
        while "review" not in (message := study.hear("review")):
            assert "problem" not in message, message
            said.append(message)
        assert any("progress" in one for one in said)
        found = message["review"]
        assert len(found["choices"]) == 4
        seat = found["seats"][0]
        parts = seat["start"] + seat["own_choices"] + seat["others_choices"] + seat["luck"]
        assert parts == pytest.approx(seat["result"], abs=1e-4)


def test_a_line_of_the_log_says_its_rule(server: Server) -> None:
    with Study(server, file=replay.write(played(choices=2))) as study:
        lines = study.ask("why")["lines"]
        assert any(line["sections"] for line in lines)


@pytest.mark.parametrize(
    ("hello", "says"),
    [
        ({"position": "nonsense"}, "expected one of"),
        ({"position": "hoplite hero=99,99"}, "hero"),
        ({}, "position is not a text"),
        ({"position": PLACE, "variations": "variation 4 0 0"}, "line 1"),
        ({"position": PLACE, "line": 5, "at": 3}, "no variation 5"),
    ],
)
def test_a_study_of_nonsense_is_refused_in_one_sentence(
    server: Server, hello: dict[str, Any], says: str
) -> None:
    with Study(server, **hello) as study:
        assert study.first["type"] == "error"
        assert says in study.first["error"]["text"]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("go", {"line": 9, "at": 1}),
        ("go", {"line": "x", "at": 1}),
        ("go", {"line": 0, "at": 99}),
        ("choose", {"choice": "fly", "number": 0}),
        ("choose", {"choice": "walk n", "number": 3}),
        ("choose", {"choice": "walk n", "number": 0, "dice": -1}),
        ("outcomes", {"choice": "fly"}),
        ("rename", {"line": 1, "at": 0, "name": "x"}),
        ("remove", {"line": 1, "at": 0}),
        ("comment", {"line": 0, "at": 9, "text": "x"}),
        ("think", {"seat": "x"}),
        ("review", {}),
        ("dance", {}),
    ],
)
def test_broken_messages_are_refused_and_the_study_goes_on(
    server: Server, kind: str, values: dict[str, Any]
) -> None:
    with Study(server, position=PLACE) as study:
        assert study.ask(kind, **values)["type"] == "error"
        assert study.go(0, 0)["number"] == 0


def test_a_file_that_departs_from_the_rules_is_refused(server: Server) -> None:
    text = replay.write(played()).replace("seed 7", "seed 8")
    with Study(server, file=text) as study:
        assert "departs from the rules" in study.first["error"]["text"]


def test_a_running_match_is_analysed_only_by_who_plays_with_what_they_know(server: Server) -> None:
    begun = server.begin("cardbattle", options={}, seats=[{"player": "me"}, {"player": "friend"}])
    with Study(server, begun.id) as study:
        assert study.first["error"]["code"] == "forbidden"
    boards = [server.board(begun.id, token) for token in begun.tokens]
    with Study(server, begun.id, token=begun.tokens[0]) as study:
        assert "where everybody has agreed" in study.first["error"]["text"]
    for board, said in zip(
        boards, ({"type": "ask", "for": "hints"}, {"type": "answer", "agrees": True}), strict=True
    ):
        board.say(said | {"number": 0})
        while not (board.state["asks"] or board.state["hint"]):
            board.hear()
    with Study(server, begun.id, token=begun.tokens[0]) as study:
        assert study.first["type"] == "welcome", study.first
        assert study.first["main"] == []  # no past, and what is hidden is a guess
        assert study.first["origin"]["seat"] is not None
        assert study.ask("file")["type"] == "error"
        assert study.ask("review")["type"] == "error"


def test_a_hint_has_three_steps_and_is_for_who_plays_alone(server: Server) -> None:
    begun = server.begin("hoplite", options={"depth": "3"}, seed=7)
    found = server.get(f"{begun.path}/hint", begun.tokens[0])
    assert found["choice"] in [str(c) for c in hoplon.new("hoplite", seed=7, depth=3).legal()]
    assert found["label"]
    assert found["says"]
    assert server.get(f"{begun.path}/hint", expect=403)["error"]["code"] == "forbidden"
    shared = server.begin("cardbattle", options={}, seats=[{"player": "me"}, {"player": "friend"}])
    server.get(f"{shared.path}/hint", shared.tokens[0], expect=403)


def test_why_is_told_of_a_match_on_the_server(server: Server) -> None:
    begun = server.begin("hoplite", options={"depth": "3"}, seed=7)
    begun.choose(str(hoplon.new("hoplite", seed=7, depth=3).legal()[0]), 0)
    found = server.get(f"{begun.path}/why/1", begun.tokens[0])
    assert found["lines"][0]["line"]
    server.get(f"{begun.path}/why/2", begun.tokens[0], expect=404)
    server.get(f"{begun.path}/why/0", begun.tokens[0], expect=422)
    hidden = server.begin("cardbattle", options={}, seats=[{"player": "me"}, {"player": "friend"}])
    server.get(f"{hidden.path}/why/1", hidden.tokens[0], expect=403)


def test_a_battle_is_studied_from_its_line_unless_something_waits_in_it(server: Server) -> None:
    match = hoplon.new("cardbattle", seed=3)
    line = match.game.notation(match.states_at(0), 0)
    with Study(server, position=line) as study:
        assert study.state["tree"]["notation"].startswith("cardbattle ")
        study.say({"type": "choose", "choice": "end", "number": 0})
        assert study.hear("turn")["number"] == 1
        file = study.ask("file")["text"]
    with Study(server, file=file) as study:
        assert study.state["tree"]["variations"][0]["moves"][0]["text"] == "end"
    with Study(server, position=f"{line} pending=hold:0:0:0:0:0:0:0") as study:
        assert "in the middle of a fight" in study.first["error"]["text"]
    body = {"game": "cardbattle", "options": {"position": line}, "seats": [{"player": "me"}] * 2}
    server.post("/api/matches", body, expect=400)  # nobody plays from a position of somebody else


def test_it_is_told_what_doing_nothing_costs(server: Server) -> None:
    with Study(server, position="hoplite depth=3 hero=4,5 demons=F4,6;A6,7") as study:
        found = study.ask("pass")
        assert found["says"][0]["text"] == "Footman F1 strikes you"
        study.say({"type": "pass_worth"})
        worth = study.hear("passed")
        assert worth["behind"] >= 0
        assert worth["reply"] is None  # there is no other side that chooses


def test_the_bench_says_whether_a_position_can_follow(server: Server) -> None:
    body = {
        "before": "hoplite hero=4,2 demons=F4,6",
        "choice": "walk n",
        "after": "hoplite hero=4,3 demons=F4,5",
        "ignore": ["turn"],
    }
    usual = server.post("/api/explain", body)[0]
    assert usual["probability"] > 0
    server.post("/api/explain", body | {"choice": "fly"}, expect=400)
    server.post("/api/explain", body | {"after": "nonsense"}, expect=400)
    server.post("/api/explain", body | {"ignore": ["x"] * 30}, expect=422)


def test_a_client_that_does_not_read_is_let_go_before_what_waits_for_it_is_large() -> None:
    seated = Seated()
    seated.send("x" * (2 * MOST_SIGNS))  # one alone may be large
    for _ in range(5):
        seated.send("y" * 100_000)
    assert seated.signs == 2 * MOST_SIGNS
    assert [seated.waiting.get_nowait() is None for _ in range(6)] == [False] + 5 * [True]


def test_comments_are_weighed_like_all_that_a_client_keeps_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplon.server.study_talk.most_memory", lambda: 16 * 600_000)
    studies = Studies([], cast(Any, None))
    talk = StudyTalk(studies, "somebody")
    talk._study = Commented(played(), Origin())
    talk.make_room(1000)
    before = studies.weights["somebody"]
    for at in range(5):
        talk.study.variations.comment(0, at, "z" * 1000)
    talk.make_room()
    assert studies.weights["somebody"] >= before + 4 * 4 * 1000
    with pytest.raises(Refused, match="too many long matches"):
        talk.make_room(100_000)


def test_a_study_of_a_running_match_does_not_tell_the_position_that_somebody_chose() -> None:
    found = hoplon.game("codekeeper")
    place = found.notation(Match(found, 5).states_at(0), 0)
    match = Match(found, 5, found.options.from_text({"position": place}))
    assert "position" in Commented(match, Origin(position=place)).card.options
    assert "position" not in Commented(match, Origin("running", seat=0)).card.options

"""A person at the terminal, by piped lines."""

import io
import subprocess
import sys

import pytest

from lostcities_env import play
from tests.conformance.cases import every_game


def told(monkeypatch, capsys, lines: list[str], *arguments: str) -> str:
    """What a game says to these lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    play.main([*arguments, "--seed", "7"])
    return capsys.readouterr().out


def test_no_input_ends_politely():
    command = [sys.executable, "-m", "lostcities_env.play", "card_game_v0", "--seed", "7"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    assert "You are player 0" in done.stdout
    assert done.stdout.rstrip().endswith("Goodbye.")
    assert done.stderr == ""


@every_game
def test_a_whole_game_by_the_first_move_of_the_list(monkeypatch, capsys, game):
    said = told(monkeypatch, capsys, ["1"] * 2000, game, "--against", "random")
    assert said.rstrip().splitlines()[-1].startswith(("You have", "A shared win"))


def test_help_moves_hint_and_table(monkeypatch, capsys):
    said = told(monkeypatch, capsys, ["help", "moves", "hint", "table", "quit"], "card_game_v0")
    assert "take back your last move" in said
    assert "  1  " in said
    assert "careful would: " in said
    assert said.count("player 0 holds") == 2


def test_a_wrong_entry_is_explained_and_costs_nothing(monkeypatch, capsys):
    said = told(monkeypatch, capsys, ["fly to Y7", "draw", "999", ""], "card_game_v0")
    assert "'fly to y7' is not an action" in said
    assert "play or discard a card first" in said
    assert "there is no move 999: the list goes from 1 to " in said
    assert said.count("player 0 holds") == 1


def test_undo_takes_back_the_last_move(monkeypatch, capsys):
    lines = ["undo", "1", "draw", "undo", "undo", "quit"]
    said = told(monkeypatch, capsys, lines, "card_game_v0")
    assert "there is nothing to take back" in said
    tables = [part.split("\n> ")[0] for part in said.split("\nturns")[1:]]
    assert tables[0] == tables[-1]


def test_another_seat_and_an_option(monkeypatch, capsys):
    arguments = ("card_game_v0", "--seat", "1", "--option", "expeditions=6")
    said = told(monkeypatch, capsys, [], *arguments)
    assert "player 0: " in said
    assert "purple" in said


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["chess_v0"], "there is no game 'chess_v0'"),
        (["card_game_v0", "--against", "nobody"], "there is no player 'nobody'"),
        (["card_game_v0", "--seat", "2"], "--seat must be from 0 to 1"),
        (["card_game_v0", "--option", "expeditions=7"], "expeditions must be"),
        (["card_game_v0", "--option", "expeditions"], "written key=value"),
    ],
)
def test_a_wrong_command_line_says_why(arguments, why):
    with pytest.raises(SystemExit, match=why):
        play.main(arguments)

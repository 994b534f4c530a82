"""Every numbered rule of every game is carried out by a rule and shown by a test, and no other is."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "lostcities_env" / "games"
BOOKS = {path.parent.name: path for path in sorted(GAMES.glob("*/RULES.md"))}
every_book = pytest.mark.parametrize("game", BOOKS)


def numbers(text):
    """The rule numbers in a text."""
    return {int(number) for number in re.findall(r"\bR(\d+)\b", text)}


def numbered_rules(game):
    """The numbers of the rules that the book states, in its order: the first cells of its tables."""
    text = BOOKS[game].read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^\|\s*R(\d+)\s*\|", text, re.MULTILINE)]


def nodes(path, *kinds):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def in_docstrings(game):
    """The rule numbers in the docstrings of a game's functions and classes."""
    found = set()
    for source in sorted((GAMES / game).glob("*.py")):
        for node in nodes(source, ast.FunctionDef, ast.ClassDef):
            found |= numbers(ast.get_docstring(node) or "")
    return found


def in_tests(game):
    """The rule numbers that the names of a game's tests begin with."""
    files = sorted((ROOT / "tests" / "games" / game).rglob("test_*.py"))
    names = [f.name for file in files for f in nodes(file, ast.FunctionDef)]
    return {int(found[1]) for name in names if (found := re.match(r"test_R(\d+)_", name))}


def test_every_game_has_its_book():
    folders = {path.parent.name for path in GAMES.glob("*/__init__.py")}
    assert folders == set(BOOKS)


@every_book
def test_rules_are_numbered_from_1_without_a_gap(game):
    rules = numbered_rules(game)
    assert rules == list(range(1, len(rules) + 1))
    assert rules


@every_book
def test_every_rule_stands_in_the_docstring_of_a_rule(game):
    missing = set(numbered_rules(game)) - in_docstrings(game)
    assert not missing, f"no function of {game} names {sorted(missing)}"


@every_book
def test_every_rule_stands_in_the_name_of_a_test(game):
    missing = set(numbered_rules(game)) - in_tests(game)
    assert not missing, f"no test of {game} is named after {sorted(missing)}"


@every_book
def test_no_number_is_used_that_the_book_does_not_have(game):
    sources = " ".join(path.read_text(encoding="utf-8") for path in (GAMES / game).glob("*.py"))
    used = numbers(sources) | numbers(BOOKS[game].read_text(encoding="utf-8")) | in_tests(game)
    assert used <= set(numbered_rules(game))

"""What the commands of this package share: a game's options on the command line, errors in words."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Let a command end with the sentence of an error instead of a traceback."""
    try:
        yield
    except (ValueError, ImportError) as error:
        raise SystemExit(f"error: {error}") from None


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take options of the game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, as in --option expeditions=6; may be given several times",
    )


def read_options(written: list[str]) -> dict[str, Any]:
    """The options from `key=value`; a value is JSON if it can be, else a plain word."""
    return dict(_read_option(text) for text in written)


def _read_option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise SystemExit(f"an option is written key=value, as in expeditions=6, not {text!r}")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value

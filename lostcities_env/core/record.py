"""Game records: one game in words, checked move by move; a file of them is JSON lines."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lostcities_env.core import rng
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.errors import RecordError
from lostcities_env.core.state import RECORD_FORMAT, State

_KEYS = {
    "format": int,
    "game": str,
    "options": Mapping,
    "setups": list,
    "actions": list,
    "scores": list,
    "winners": list,
}


def replay(record: Mapping[str, Any]) -> State:
    """Play a record again. Every move and the result are checked; the first wrong one is named."""
    _check_form(record)
    try:
        variant = find_game(record["game"]).variant(record["options"])
        state = State(variant, rng.key_of(None), setups=record["setups"])
    except ValueError as error:
        raise RecordError(f"this record cannot be set up: {error}") from error
    for number, action in enumerate(record["actions"]):
        try:
            state.apply(str(action))
        except ValueError as error:
            count = len(record["actions"])
            raise RecordError(f"move {number + 1} of {count} is wrong: {error}") from error
        if state.num_deals > len(record["setups"]):
            raise RecordError(
                f"move {number + 1} begins deal {state.num_deals}, but the record has "
                f"{len(record['setups'])} setups"
            )
    _check_result(state, record)
    return state


def _check_form(record: Mapping[str, Any]) -> None:
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a dictionary, not {type(record).__name__}")
    for key, kind in _KEYS.items():
        if key not in record:
            raise RecordError(f"this record has no {key!r}; a record has {', '.join(_KEYS)}")
        if not isinstance(record[key], kind):
            raise RecordError(f"{key!r} of this record must be a {kind.__name__.lower()}")
    if record["format"] != RECORD_FORMAT:
        raise RecordError(
            f"this record has format {record['format']}; this version reads format {RECORD_FORMAT}"
        )
    if not record["setups"]:
        raise RecordError("the record has 0 setups; it needs one for every deal that was played")


def _check_result(state: State, record: Mapping[str, Any]) -> None:
    played = {"scores": state.scores(), "winners": state.winners()}
    for key, value in played.items():
        if record[key] != value:
            raise RecordError(
                f"after all moves the {key} are {value}, the record says {record[key]}"
            )
    if len(record["setups"]) > state.num_deals:
        raise RecordError(
            f"the record has {len(record['setups'])} setups, but only "
            f"{state.num_deals} deals were played"
        )


def write_records(path: str | os.PathLike[str], records: Iterable[Mapping[str, Any]]) -> None:
    """Add records to a file, a line of JSON each; the file is made if it is not there."""
    listed = list(records)
    if not all(isinstance(record, Mapping) for record in listed):
        raise RecordError("write_records takes a list of records, as in [state.record()]")
    lines = [json.dumps(record) + "\n" for record in listed]
    with Path(path).open("a", encoding="utf-8") as file:
        file.writelines(lines)


def read_records(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The records of a file, one at a time; empty lines are passed over."""
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield _read_line(line, f"{path}, line {number}")


def _read_line(line: bytes, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise RecordError(f"{where}, is not a record: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"{where}, is not a record: a record is a dictionary")
    return record

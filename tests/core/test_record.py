"""Files of records: a line of JSON for each game."""

import json

import pytest

import lostcities_env
from lostcities_env import RecordError, read_records, replay, write_records


def a_record(seed, decisions=30):
    state = lostcities_env.new_game("card_game_v0", seed=seed)
    for _ in range(decisions):
        state.apply(state.legal_actions()[0])
    return state.record()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.jsonl"


def test_what_was_written_is_read_and_replays(path):
    records = [a_record(seed) for seed in range(3)]
    write_records(path, records)
    assert list(read_records(path)) == records
    assert [replay(record).record() for record in read_records(path)] == records


def test_every_record_is_one_line_of_json(path):
    write_records(str(path), [a_record(0), a_record(1)])
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [a_record(0), a_record(1)]


def test_records_are_added_to_a_file(path):
    write_records(path, [a_record(0)])
    write_records(path, (a_record(seed) for seed in (1, 2)))
    assert list(read_records(path)) == [a_record(seed) for seed in range(3)]


def test_empty_lines_are_passed_over(path):
    path.write_text("\n" + json.dumps(a_record(0)) + "\n  \n\r\n" + json.dumps(a_record(1)))
    assert list(read_records(path)) == [a_record(0), a_record(1)]


def test_an_empty_file_has_no_records(path):
    write_records(path, [])
    assert list(read_records(path)) == []


@pytest.mark.parametrize(
    "damage", [b'{"format": 1,', b"nonsense", b"\xff\xfe\x00", b"5", b'"deck"', b"[]"]
)
def test_a_damaged_line_is_named_after_the_good_ones_before_it(path, damage):
    good = json.dumps(a_record(0)).encode()
    path.write_bytes(good + b"\n\n" + damage + b"\n" + good + b"\n")
    reader = read_records(path)
    assert next(reader) == a_record(0)
    with pytest.raises(RecordError, match=r"games\.jsonl, line 3, is not a record: "):
        next(reader)


def test_a_line_cut_off_by_a_full_disk_is_found(path):
    write_records(path, [a_record(0), a_record(1)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    reader = read_records(path)
    next(reader)
    with pytest.raises(RecordError, match="line 2, is not a record"):
        next(reader)


@pytest.mark.parametrize("wrong", [a_record(0), [a_record(0), 5], "abc", ["abc"]])
def test_what_is_no_list_of_records_is_not_written(path, wrong):
    with pytest.raises(RecordError, match=r"takes a list of records, as in \[state\.record\(\)\]"):
        write_records(path, wrong)
    assert not path.exists()


def test_what_json_cannot_hold_leaves_the_file_as_it_was(path):
    write_records(path, [a_record(0)])
    with pytest.raises(TypeError):
        write_records(path, [a_record(1), {"format": {1, 2}}])
    assert list(read_records(path)) == [a_record(0)]


def test_changing_a_record_does_not_change_the_game():
    state = lostcities_env.new_game("card_game_v0", seed=0, rounds=3)
    record = state.record()
    record["options"]["rounds"] = 1
    record["setups"][0]["deck"] = ""
    record["actions"].append("draw")
    assert replay(state.record()).record() == state.record()

"""Lost Cities, the board game: two to four players, five paths, one expedition or three."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.game import Game, deck_in_words
from lostcities_env.core.options import choice, flag, whole
from lostcities_env.games.board_game.actions import actions
from lostcities_env.games.board_game.render import explain, render
from lostcities_env.games.board_game.rules import (
    apply,
    deal,
    legal_actions,
    redeal_hidden,
    shuffle,
)
from lostcities_env.games.board_game.scoring import score, standing
from lostcities_env.games.board_game.state import (
    CARDS,
    DECK,
    MAX_TURNS,
    MOST_ARTIFACTS,
    PLAYER_COUNTS,
    REMOVED,
    ROUNDS,
    TRACKS,
    State,
)
from lostcities_env.games.board_game.tiles import SPACES_OPTION, TILES_IN_WORDS, TRACK_OPTION
from lostcities_env.games.board_game.view import observation, observe

DIRECTIONS = ("up", "either")  # R21


def configure(options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the state that the options decide."""
    track = options["artifact_track"] or TRACKS[options["rounds"]]
    return {
        "rounds": options["rounds"],
        "either": options["direction"] == "either",
        "equal_turns": options["equal_turns"],
        "redraw": options["redraw_own_discard"],
        "max_turns": options["max_turns"],
        "spaces": [sorted(stones) for stones in options["tile_spaces"]],
        "track": [track[min(count, len(track) - 1)] for count in range(MOST_ARTIFACTS + 1)],
        "removed": REMOVED[options["players"]],
        "deck_size": DECK,
    }


GAME = Game(
    name="board_game_v0",
    title="Lost Cities: the board game",
    table=State,
    cards=CARDS,
    options=(
        choice("rounds", *ROUNDS, about="expeditions: the long game or the short one"),
        choice("direction", *DIRECTIONS, about="whether a path's cards may also run downward"),
        flag("equal_turns", False, about="play on at the end until all had the same turns"),
        flag("redraw_own_discard", True, about="one may take back the card just discarded"),
        SPACES_OPTION,
        TRACK_OPTION,
        whole("max_turns", MAX_TURNS, 1, about="turns in a deal before the game is cut short"),
    ),
    chance=(deck_in_words(CARDS), TILES_IN_WORDS),
    player_counts=PLAYER_COUNTS,
    configure=configure,
    actions=actions,
    observation=observation,
    shuffle=shuffle,
    deal=deal,
    legal_actions=legal_actions,
    apply=apply,
    score=score,
    standing=standing,
    observe=observe,
    redeal_hidden=redeal_hidden,
    explain=explain,
    render=render,
)

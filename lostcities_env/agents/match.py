"""Matches: the same deals from every seating, so that luck cancels out and skill remains.

python -m lostcities_env.agents.match card_game_v0 careful random --games 2000
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents import estimates
from lostcities_env.agents.command import add_options, errors_in_words, read_options
from lostcities_env.agents.estimates import Interval
from lostcities_env.agents.player import Player
from lostcities_env.agents.roster import PlayerSpec, make_player
from lostcities_env.agents.tables import play_seating
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant


@dataclass(frozen=True)
class Match:
    """What came of a match, seen by the first player: arrays of (deals, seatings)."""

    names: tuple[str, ...]
    wins: NDArray[np.float64]  # 1 for a win, a share of it for a tie, 0 for a loss
    margins: NDArray[np.float64]  # its score less the best other one
    truncated: NDArray[np.bool_]  # whether the game was cut short

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins.size

    @property
    def win_rate(self) -> Interval:
        """The share of games won, a draw counting as a share of a win."""
        return estimates.win_rate(self.wins)

    @property
    def decided_rate(self) -> Interval | None:
        """The share of games won among those that somebody won alone; None if there are none."""
        return estimates.decided_rate(self.wins)

    @property
    def margin(self) -> Interval:
        """By how many points the first player is ahead."""
        return estimates.mean_margin(self.margins, estimates.spreads(estimates.SURE))

    @property
    def truncated_share(self) -> float:
        """The share of games that were cut short."""
        return float(self.truncated.mean())

    def __str__(self) -> str:
        rate, decided, margin = self.win_rate, self.decided_rate, self.margin
        return (
            f"{self.names[0]} against {', '.join(self.names[1:])}: {self.games} games, "
            f"{len(self.wins)} deals from {self.wins.shape[1]} seatings\n"
            f"  won        {_in_words(rate)}, draws shared\n"
            f"  of decided {_in_words(decided)}\n"
            f"  margin     {margin.mean:7.1f}  ({margin.low:.1f} to {margin.high:.1f}) points\n"
            f"  truncated  {self.truncated_share:7.1%}"
        )


def _in_words(rate: Interval | None) -> str:
    return f"{rate.mean:7.1%}  ({rate.low:.1%} to {rate.high:.1%})" if rate else "   none"


def play_match(
    game: str, specs: Sequence[PlayerSpec], deals: int, seed: int = 0, **options: Any
) -> Match:
    """Play so many deals, each from every seating.

    There are as many seatings as players: the same order of players moved on by a seat each time.
    With fewer players named than play, the last one takes the other seats too.
    """
    variant = find_game(game).variant({**options, "reward": "win"})
    line_up = [*specs, *[specs[-1]] * (variant.players - len(specs))]
    if len(line_up) != variant.players:
        raise ValueError(f"{len(line_up)} players are named, {variant.players} play")
    players = [make_player(spec, variant, seed + i) for i, spec in enumerate(line_up)]
    results = [
        _seen_by_first(variant, players, shift, deals, seed) for shift in range(len(players))
    ]
    wins, margins, truncated = (np.stack(part, axis=1) for part in zip(*results, strict=True))
    return Match(tuple(player.name for player in players), wins, margins, truncated)


Results = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]


def _seen_by_first(
    variant: Variant, players: list[Player], shift: int, deals: int, seed: int
) -> Results:
    """One seating, everybody moved on by so many seats: what it brought the first player."""
    seated = [players[(seat - shift) % len(players)] for seat in range(len(players))]
    ended = play_seating(variant, seated, range(deals), seed)
    return ended.shares[:, shift], _margins(ended.scores, shift), ended.truncated


def _margins(scores: NDArray[np.int32], seat: int) -> NDArray[np.float64]:
    others = np.delete(scores, seat, axis=1)
    margins: NDArray[np.float64] = (scores[:, seat] - others.max(axis=1)).astype(np.float64)
    return margins


def main(arguments: list[str] | None = None) -> None:
    """Play a match between named players and print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m lostcities_env.agents.match", description=main.__doc__
    )
    parser.add_argument("game", help="card_game_v0, board_game_v0 or rivals_v0")
    parser.add_argument("players", nargs="+", help="names, the one to judge first")
    parser.add_argument("--games", type=int, default=2000, help="how many games (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="which deals (default 0)")
    add_options(parser)
    given = parser.parse_args(arguments)
    options = read_options(given.option)
    with errors_in_words():
        seatings = find_game(given.game).variant(options).players
        deals = max(1, given.games // seatings)
        print(play_match(given.game, given.players, deals, given.seed, **options))


if __name__ == "__main__":
    main()

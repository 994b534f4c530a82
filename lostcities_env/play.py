"""Play in the terminal against any player.

python -m lostcities_env.play card_game_v0 --against careful
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any

from lostcities_env.agents.command import add_options, errors_in_words, read_options
from lostcities_env.agents.player import Player, act_on
from lostcities_env.agents.roster import CAREFUL, RANDOM, make_player, player_names
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.state import State
from lostcities_env.envs.registry import new_game

HELP = """Write a move as it is listed, or its number in the list. Besides there are
  moves   what you may do now
  table   the table once more
  hint    what the careful player would do
  undo    take back your last move, and all that followed
  help    this
  quit    leave the game"""
PROMPT = "> "


class Session:
    """A game between a person and players, told line by line."""

    def __init__(
        self, state: State, seat: int, others: Player, adviser: Player, say: Callable[[str], None]
    ) -> None:
        self.state = state
        self.running = True
        self._seat = seat
        self._others = others
        self._adviser = adviser
        self._say = say
        self._before: list[State] = []  # the games as they were before each of the person's moves
        self._commands = {
            "moves": self._list_moves,
            "table": self._show,
            "hint": self._hint,
            "undo": self._undo,
            "help": lambda: self._say(HELP),
            "?": lambda: self._say(HELP),
            "quit": self._quit,
            "exit": self._quit,
        }

    def begin(self) -> None:
        """Show the game, and let the others play until the person is to move."""
        self._say(f"{self.state.game.title}. You are player {self._seat}. 'help' explains.")
        self._let_others_play()

    def hear(self, line: str) -> None:
        """Do what the person wrote: a command or a move."""
        words = " ".join(line.lower().split())
        if words in self._commands:
            self._commands[words]()
        elif words:
            self._try(words)

    def _try(self, words: str) -> None:
        """Make a move; one that is wrong is explained and costs nothing."""
        before = self.state.clone()
        try:
            self.state.apply(self._move_named(words))
        except IllegalAction as error:
            self._say(f"{error}. ('moves' lists what you may do, 'help' the commands.)")
            return
        self._before.append(before)
        self._let_others_play()

    def _move_named(self, words: str) -> int | str:
        """A move by its number in the list, or as it was written."""
        legal = self.state.legal_actions()
        if not words.isdecimal():
            return words
        if not 1 <= int(words) <= len(legal):
            raise IllegalAction(f"there is no move {words}: the list goes from 1 to {len(legal)}")
        return legal[int(words) - 1]

    def _let_others_play(self) -> None:
        while not self.state.is_over and self.state.current_player != self._seat:
            player = self.state.current_player
            action = act_on(self._others, self.state)
            self._say(f"player {player}: {self.state.describe(action)}")
            self.state.apply(action)
        self._show()
        if self.state.is_over:
            self.running = False
            self._say(outcome(self.state, self._seat))

    def _show(self) -> None:
        self._say(f"\n{self.state.render(self._seat)}")

    def _list_moves(self) -> None:
        for number, action in enumerate(self.state.legal_actions(), 1):
            self._say(f"{number:3}  {self.state.describe(action)}")

    def _hint(self) -> None:
        action = act_on(self._adviser, self.state)
        self._say(f"{self._adviser.name} would: {self.state.describe(action)}")

    def _undo(self) -> None:
        if not self._before:
            self._say("there is nothing to take back")
            return
        self.state = self._before.pop()
        self._show()

    def _quit(self) -> None:
        self.running = False
        self._say("The game is left as it lies. Goodbye.")


def outcome(state: State, seat: int) -> str:
    """How a game ended, for the person in this seat."""
    scores = " : ".join(str(score) for score in state.scores())
    winners = state.winners()
    if winners == [seat]:
        return f"You have won, {scores}."
    if seat in winners:
        return f"A shared win, {scores}."
    return f"You have lost, {scores}."


def converse(session: Session, lines: Iterable[str], prompt: Callable[[], None]) -> None:
    """Ask and listen until the game is over, the person leaves, or there are no more lines."""
    session.begin()
    heard = iter(lines)
    while session.running:
        prompt()
        line = next(heard, None)
        if line is None:
            session.hear("quit")
        else:
            session.hear(line)


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m lostcities_env.play", description="Play against any player.", epilog=HELP
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", help="card_game_v0, board_game_v0 or rivals_v0")
    parser.add_argument("--against", default=CAREFUL, help="who plays the others (default careful)")
    parser.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    parser.add_argument("--seed", type=int, help="the deal (default: a new one every time)")
    add_options(parser)
    return parser.parse_args(arguments)


def make_session(given: argparse.Namespace, say: Callable[[str], None]) -> Session:
    """The game that the command line asks for."""
    options: dict[str, Any] = read_options(given.option)
    variant = find_game(given.game).variant(options)
    if not 0 <= given.seat < variant.players:
        raise ValueError(f"--seat must be from 0 to {variant.players - 1}, not {given.seat}")
    others = make_player(given.against, variant, given.seed)
    adviser = make_player(CAREFUL if CAREFUL in player_names(variant) else RANDOM, variant, 0)
    return Session(
        new_game(given.game, seed=given.seed, **options), given.seat, others, adviser, say
    )


def main(arguments: list[str] | None = None) -> None:
    """Play a game with a person at the terminal, or with lines from a pipe."""
    with errors_in_words():
        session = make_session(read_arguments(arguments), print)
    try:
        converse(session, sys.stdin, lambda: print(PROMPT, end="", flush=True))
    except KeyboardInterrupt:
        print("\nGoodbye.")


if __name__ == "__main__":
    main()
